import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  Button,
  buttonStyle,
  CopyButton,
  classNames,
  Empty,
  NativeSelect,
  Problem,
  Segmented,
  SkeletonRows,
} from '../../design/index.ts'
import { ArrowLeftRight, Plus } from '../../icons/index.ts'
import { type Column, firstBaseline, versionsQuery } from '../../sheets/index.ts'
import { columnsQuery, type SheetParams, sheetsQuery, tableQuery } from '../../sheets/queries.ts'
import { kindOf } from '../../sheets/values.ts'
import { Page, PageProblem, useShortcuts } from '../../shell/index.ts'
import { changeWords } from './change-words.ts'
import { ComparedRows } from './compared-rows.tsx'
import { type Better, type Change, comparisonQuery } from './queries.ts'
import { SideCard } from './side-card.tsx'
import { firstSides, letters, mostSides, type Side } from './sides.ts'

/** Compares two to four versions, sheets or columns row by row. The whole state is in the address. */
export function ComparePage() {
  const { tableId } = useParams({ from: '/tables/$tableId/compare' })
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const table = useQuery(tableQuery(tableId))
  const sheets = useQuery(sheetsQuery(tableId))
  const sheet = sheets.data?.data.find(({ id }) => id === search.sheet) ?? sheets.data?.data[0]
  const problem = table.error ?? sheets.error
  const above = (
    <>
      <Link to="/tables" className="hover:underline">
        Tables
      </Link>
      {' / '}
      <Link
        to="/tables/$tableId"
        params={{ tableId }}
        search={{ sheet: sheet?.id }}
        className="hover:underline"
      >
        {table.data?.table.title}
      </Link>
      {' /'}
    </>
  )
  return (
    <Page
      title="Compare"
      above={table.data && above}
      actions={<CopyButton what="link" text={location.href} />}
    >
      {problem && (
        <PageProblem
          error={problem}
          onRetry={() => void Promise.all([table.refetch(), sheets.refetch()])}
          back={{ to: '/tables', name: 'tables' }}
        />
      )}
      {!problem && !sheets.data && <SkeletonRows />}
      {sheets.data && !sheet && <Empty title="No sheets in this table" />}
      {sheet && <OfSheet key={sheet.id} params={{ table_id: tableId, sheet_id: sheet.id }} />}
    </Page>
  )
}

function OfSheet({ params }: { params: SheetParams }) {
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const columns = useQuery(columnsQuery(params))
  const versions = useInfiniteQuery(versionsQuery(params))
  const problem = columns.error ?? versions.error
  if (problem)
    return (
      <Problem error={problem} onRetry={() => void Promise.all([columns.refetch(), versions.refetch()])} />
    )
  if (!columns.data || !versions.data) return <SkeletonRows />
  const sides =
    search.sides ?? firstSides(columns.data.data, search.base ?? firstBaseline(versions.data.pages[0]!.data))
  if (sides.length < 2)
    return (
      <Empty
        title="Nothing to compare yet"
        action={
          <Link
            to="/tables/$tableId"
            params={{ tableId: params.table_id }}
            search={{ sheet: params.sheet_id, panel: 'history' }}
            className={buttonStyle({})}
          >
            Save a version
          </Link>
        }
      >
        Save a version of this sheet before you change a prompt or model, and run the sheet again. The answers
        then and now are compared here word by word. Two columns of answers are compared without a version.
      </Empty>
    )
  return <Comparison params={params} columns={columns.data.data} sides={sides} />
}

interface Props {
  readonly params: SheetParams
  readonly columns: readonly Column[]
  readonly sides: readonly Side[]
}

const directions: readonly (readonly [Better | '', string])[] = [
  ['', 'By type'],
  ['higher', 'Higher is better'],
  ['lower', 'Lower is better'],
  ['none', 'No order'],
]

function Comparison({ params, columns, sides }: Props) {
  const search = useSearch({ from: '/tables/$tableId/compare' })
  const navigate = useNavigate({ from: '/tables/$tableId/compare' })
  const { key, better, change, sort = 'regression', view = 'diff' } = search
  const focus = Math.min(search.focus ?? 1, sides.length - 1)
  const go = (next: Partial<typeof search>) =>
    void navigate({
      search: (now) => ({ ...now, sheet: params.sheet_id, sides: [...sides], ...next }),
      replace: true,
    })
  const texts = columns.filter(({ type }) => type === 'TEXT')
  const otherSheets = sides.some(({ sheet }) => sheet !== sides[0]!.sheet)
  const label = sides[0]!.sheet === undefined ? texts[0]?.id : texts[0]?.title
  const pairs = useInfiniteQuery(
    comparisonQuery(params, {
      sides,
      focus,
      key: otherSheets ? key : undefined,
      label,
      better,
      change,
      sort,
    }),
  )
  const first = pairs.data?.pages[0]
  useShortcuts({
    d: () => go({ view: view === 'diff' ? 'texts' : 'diff' }),
    w: () => go({ change: change === 'regressed' ? undefined : 'regressed' }),
    j: () => document.querySelector<HTMLElement>('[aria-label="Rows"] > li')?.focus(),
  })
  /** Changes a side. A column that all sides share is changed on all of them. */
  const changeSide = (sideIndex: number, next: Side) => {
    const before = sides[sideIndex]!
    const follows = (side: Side, field: 'column' | 'judge') =>
      side.sheet === next.sheet && before.sheet === next.sheet && side[field] === before[field]
    go({
      sides: sides.map((side, index) => {
        if (index === sideIndex) return next
        if (sideIndex !== 0) return side
        return {
          ...side,
          ...(follows(side, 'column') && { column: next.column }),
          ...(follows(side, 'judge') && { judge: next.judge }),
        }
      }),
    })
  }
  const counts = first?.comparisons[focus - 1]?.counts
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <>
      <div className="flex shrink-0 flex-wrap gap-3 p-4 max-sm:flex-nowrap max-sm:overflow-x-auto">
        {sides.map((side, index) => (
          <SideCard
            // biome-ignore lint/suspicious/noArrayIndexKey: the letter of a side (A, B, ...) is its position, and two sides may show the same.
            key={index}
            {...{ params, columns, side, at: index }}
            letter={letters[index]!}
            comparison={first}
            isFocus={index === focus && sides.length > 2}
            onChange={(next) => changeSide(index, next)}
            onFocus={index > 0 && sides.length > 2 ? () => go({ focus: index }) : undefined}
            onRemove={
              sides.length > 2
                ? () => go({ sides: sides.filter((_side, other) => other !== index), focus: 1 })
                : undefined
            }
          />
        ))}
      </div>
      <div className="z-10 flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-y bg-surface px-4 py-1.5 sm:sticky sm:top-0">
        <fieldset
          aria-label="Change"
          className="flex min-w-0 flex-wrap gap-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:p-0.5"
        >
          <Chip isOn={change === undefined} onClick={() => go({ change: undefined })}>
            All {total?.toLocaleString('en')}
          </Chip>
          {(Object.keys(changeWords) as Change[]).map((one) => (
            <Chip key={one} isOn={change === one} onClick={() => go({ change: one })}>
              {changeWords[one][0]} {counts?.[one].toLocaleString('en')}
            </Chip>
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          {otherSheets && (
            <NativeSelect
              aria-label="Match rows by"
              className="w-auto max-w-48"
              value={key ?? ''}
              onChange={({ target }) => go({ key: target.value || undefined })}
            >
              <option value="">Match rows by number</option>
              {texts.map(({ id, title }) => (
                <option key={id} value={title}>
                  Match rows by {title}
                </option>
              ))}
            </NativeSelect>
          )}
          <NativeSelect
            aria-label="Which scores are better"
            className="w-auto"
            value={better ?? ''}
            onChange={({ target }) => go({ better: (target.value || undefined) as Better | undefined })}
          >
            {directions.map(([value, text]) => (
              <option key={value} value={value}>
                {value === '' && first ? `${text}: ${directionText(first.better)}` : text}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect
            aria-label="Order of rows"
            className="w-auto"
            value={sort}
            onChange={({ target }) => go({ sort: target.value as 'row' | 'regression' })}
          >
            <option value="regression">Largest losses first</option>
            <option value="row">By row</option>
          </NativeSelect>
          <Segmented
            label="Texts"
            value={view}
            choices={[
              { value: 'diff', label: 'Changes' },
              { value: 'texts', label: 'Texts' },
            ]}
            onChange={(next) => go({ view: next })}
          />
          <Button
            kind="quiet"
            size="icon"
            aria-label="Swap A and B"
            onClick={() => go({ sides: [sides[1]!, sides[0]!, ...sides.slice(2)] })}
          >
            <ArrowLeftRight />
          </Button>
          <Button
            disabled={sides.length >= mostSides}
            onClick={() => go({ sides: [...sides, sides.at(-1)!] })}
          >
            <Plus />
            Side
          </Button>
        </div>
      </div>
      {pairs.error && <Problem error={pairs.error} onRetry={pairs.refetch} />}
      {!first && !pairs.error && <SkeletonRows rows={6} height="h-24" />}
      {pairs.data && (
        <div
          aria-busy={pairs.isPlaceholderData}
          className={classNames('shrink-0 overflow-x-auto', pairs.isPlaceholderData && 'opacity-60')}
          style={{ '--sides': sides.length } as React.CSSProperties}
        >
          <ComparedRows
            tableId={params.table_id}
            sheetId={params.sheet_id}
            rows={pairs.data.pages.flatMap(({ rows }) => rows)}
            sides={sides}
            graded={sides.map((side) => isVerdict(columns, side))}
            focus={focus}
            isDiff={view === 'diff'}
          />
          {first?.total_rows === 0 && (
            <Empty
              title={change === undefined ? 'No rows' : `No row is ${changeWords[change][0].toLowerCase()}`}
            />
          )}
          {pairs.hasNextPage && (
            <div className="flex justify-center p-3">
              <Button isBusy={pairs.isFetching} onClick={() => pairs.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  )
}

const directionText = (better: Better) => directions.find(([value]) => value === better)![1].toLowerCase()

/**
 * Whether a check or judge grades the side. Columns of other sheets are not loaded here and count as checks.
 */
function isVerdict(columns: readonly Column[], { judge, column }: Side): boolean {
  const chosen = columns.find(({ id }) => id === (judge ?? column))
  return chosen === undefined || ['check', 'judge'].includes(kindOf(chosen.type))
}

interface ChipProps {
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: React.ReactNode
}

const Chip = ({ isOn, onClick, children }: ChipProps) => (
  <Button
    size="small"
    aria-pressed={isOn}
    className={classNames('tabular-nums', isOn && 'border-accent bg-accent-soft text-accent-ink')}
    onClick={onClick}
  >
    {children}
  </Button>
)
