import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Badge,
  Button,
  classNames,
  counted,
  IconButton,
  NativeSelect,
  SmallFigure,
  toastProblem,
} from '../../design/index.ts'
import { X } from '../../icons/index.ts'
import { changeText, costText, duration } from '../../requests/index.ts'
import { findingText, pointsText, signedText } from '../../scoring/index.ts'
import { type Column, nameOf, versionsQuery } from '../../sheets/index.ts'
import { columnsQuery, type SheetParams, sheetsQuery } from '../../sheets/queries.ts'
import { scoreText } from '../../sheets/values.ts'
import { Labelled } from './labelled.tsx'
import { PromptVersions } from './prompt-versions.tsx'
import type { Compared } from './queries.ts'
import { groupsOf, isComparable, letters, movedTo, type Side } from './sides.ts'

interface Props {
  readonly params: SheetParams
  readonly letter: string
  readonly side: Side
  /** Columns of the sheet in the path. */
  readonly columns: readonly Column[]
  readonly comparison: Compared | undefined
  readonly index: number
  /** True if the changes of this side sort and filter the rows. */
  readonly isFocus: boolean
  readonly onChange: (side: Side) => void
  readonly onFocus: (() => void) | undefined
  readonly onRemove: (() => void) | undefined
}

/** One side of a comparison: its output, and its score, cost and latency against the baseline. */
export function SideCard({ params, letter, side, columns, comparison, index, ...props }: Props) {
  const client = useQueryClient()
  const sheets = useQuery(sheetsQuery(params.table_id))
  const versions = useInfiniteQuery(versionsQuery(params))
  const other = useQuery({
    ...columnsQuery({ ...params, sheet_id: side.sheet ?? '' }),
    enabled: side.sheet !== undefined,
  })
  const sideColumns = side.sheet === undefined ? columns : (other.data?.data ?? [])
  const choose = async (value: string) => {
    const [kind, id] = value.split(' ')
    if (kind !== 'sheet') {
      const back = side.sheet === undefined ? side : movedTo(side, params.sheet_id, sideColumns, columns)
      return props.onChange({ ...back, sheet: undefined, version: id })
    }
    try {
      const { data } = await client.ensureQueryData(columnsQuery({ ...params, sheet_id: id! }))
      props.onChange(movedTo(side, id!, sideColumns, data))
    } catch (error) {
      toastProblem(error)
    }
  }
  const sideText = side.sheet ? `sheet ${side.sheet}` : side.version ? `version ${side.version}` : 'now'
  const name = index === 0 ? 'Baseline' : `Side ${letter}`
  return (
    <section
      aria-label={name}
      className={classNames(
        'flex min-w-64 flex-1 flex-col gap-3 rounded-lg border bg-surface p-3',
        props.isFocus && 'border-accent',
      )}
    >
      <header className="flex h-6 items-center gap-2">
        <span className="flex size-5 items-center justify-center rounded-sm bg-raised text-small font-semibold">
          {letter}
        </span>
        <h2 className="text-heading font-semibold">{index === 0 ? 'Baseline' : `Against ${letters[0]}`}</h2>
        <span className="ml-auto flex items-center gap-1">
          {props.onFocus && (
            <Button kind="quiet" size="small" aria-pressed={props.isFocus} onClick={props.onFocus}>
              {props.isFocus ? 'Sorts the rows' : 'Sort rows by this'}
            </Button>
          )}
          {props.onRemove && (
            <IconButton label={`Remove ${name}`} onClick={props.onRemove}>
              <X />
            </IconButton>
          )}
        </span>
      </header>
      <div className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-2 gap-y-1.5">
        <Labelled label="From">
          <NativeSelect
            aria-label={`${name}: from`}
            value={sideText}
            onChange={({ target }) => void choose(target.value)}
          >
            <option value="now">This sheet as it is now</option>
            <optgroup label="Saved versions">
              {versions.data?.pages
                .flatMap(({ data }) => data)
                .map((version) => (
                  <option key={version.id} value={`version ${version.id}`}>
                    v{version.version_number} {nameOf(version, columns)}
                  </option>
                ))}
            </optgroup>
            <optgroup label="Other sheets">
              {sheets.data?.data
                .filter(({ id }) => id !== params.sheet_id)
                .map((sheet) => (
                  <option key={sheet.id} value={`sheet ${sheet.id}`}>
                    {sheet.title}
                  </option>
                ))}
            </optgroup>
          </NativeSelect>
        </Labelled>
        <Labelled label="Output">
          <NativeSelect
            aria-label={`${name}: output`}
            value={side.column}
            onChange={({ target }) => props.onChange({ ...side, column: target.value })}
          >
            <Columns columns={sideColumns} />
          </NativeSelect>
        </Labelled>
        <Labelled label="Judged by">
          <NativeSelect
            aria-label={`${name}: judged by`}
            value={side.judge ?? ''}
            onChange={({ target }) => props.onChange({ ...side, judge: target.value || undefined })}
          >
            <option value="">Its own value</option>
            <Columns columns={sideColumns.filter(({ id }) => id !== side.column)} />
          </NativeSelect>
        </Labelled>
        {comparison?.sides[index] && (
          <PromptVersions
            versions={comparison.sides[index].prompt_versions}
            baseline={comparison.sides[0]!.prompt_versions}
          />
        )}
      </div>
      {comparison?.sides[index] && (
        <Figures comparison={comparison} index={index} isSaved={side.version !== undefined} />
      )}
    </section>
  )
}

/** Choices of columns in groups by kind, because titles alone do not say which are checks. */
const Columns = ({ columns }: { columns: readonly Column[] }) =>
  groupsOf(columns.filter(isComparable)).map(([group, members]) => (
    <optgroup key={group} label={group}>
      {members.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </optgroup>
  ))

function Figures({ comparison, index, isSaved }: { comparison: Compared; index: number; isSaved: boolean }) {
  const side = comparison.sides[index]!
  const baseline = comparison.sides[0]!
  const baselineComparison = comparison.comparisons[index - 1]
  const { better } = comparison
  const difference = baselineComparison?.value.difference ?? null
  const isGood =
    difference === null || difference === 0 || better === 'none'
      ? undefined
      : difference > 0 === (better === 'higher')
  return (
    <>
      <dl className="grid grid-cols-3 gap-3 border-t pt-3">
        <SmallFigure
          label="Score"
          value={side.mean === null ? '–' : scoreText(side.mean)}
          change={
            difference === null
              ? undefined
              : scoreChange(difference, [side, baseline], baselineComparison!.value)
          }
          isGood={isGood}
        />
        <SmallFigure
          label="Cost"
          value={side.rows === 0 ? '–' : costText(side.cost, side.unpriced)}
          {...(baselineComparison && pairedChange(baselineComparison.cost))}
        />
        <SmallFigure
          label="Mean latency"
          value={side.latency_ms === null ? '–' : duration(side.latency_ms)}
          {...(baselineComparison && pairedChange(baselineComparison.latency_ms))}
        />
      </dl>
      <p className="text-small text-ink-soft">
        {baselineComparison
          ? findingText(baselineComparison.value, areShares([side, baseline]))
          : rowsText(side)}
      </p>
      {side.stale > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 text-small text-ink-soft">
          <Badge tone="warning">Stale</Badge>
          {staleText(side, isSaved)}
        </p>
      )}
    </>
  )
}

const rowsText = ({ rows, mean }: Compared['sides'][number]): string =>
  mean === null ? `${counted(rows, 'row')}, none with a score` : counted(rows, 'row')

/** A note on stale rows. The cells of a saved version cannot be computed again, so they stay stale. */
const staleText = ({ rows, stale }: Compared['sides'][number], isSaved: boolean): string => {
  const staleRows = stale === rows ? 'All rows' : `${stale.toLocaleString('en')} of ${counted(rows, 'row')}`
  return isSaved
    ? `${staleRows} were stale when this version was saved.`
    : `${staleRows}: run the sheet to compare them.`
}

/**
 * The difference of two scores: in percentage points for shares, otherwise as a number. `pairs` are the rows
 * that both sides have.
 */
function scoreChange(
  difference: number,
  sides: readonly Compared['sides'][number][],
  { pairs }: Compared['comparisons'][number]['value'],
): string {
  if (difference === 0)
    return sides.every(({ rows }) => rows === pairs) ? 'same' : `same in ${counted(pairs, 'row')}`
  return areShares(sides) ? `${pointsText(difference)} points` : signedText(difference)
}

const areShares = (sides: readonly Compared['sides'][number][]): boolean =>
  sides.every(({ mean }) => mean === null || (mean >= 0 && mean <= 1))

/** The change of the mean cost or latency of the rows that have one on both sides. */
const pairedChange = ({ before, after }: Compared['comparisons'][number]['cost']) =>
  before !== null && after !== null && { change: changeText(before, after), isGood: isLower(before, after) }

/** Smaller changes, as a share, are neither good nor bad. */
const minChange = 0.01

const isLower = (before: number, after: number): boolean | undefined =>
  Math.abs(after - before) < minChange * before ? undefined : after < before
