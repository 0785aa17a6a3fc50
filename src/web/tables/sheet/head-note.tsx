import { names } from '../../columns/values.ts'
import { classNames, percent } from '../../design/index.ts'
import type { Column } from '../../sheets/index.ts'
import { atLeast, type Distributions, failuresOf, isBoolean, isPartial, type Scored } from './failures.ts'

type Distribution = Distributions['columns'][number]['distribution']

interface Props {
  readonly column: Column
  /** The result of the column if it counts for the score of the sheet. */
  readonly scored: Scored | undefined
  readonly distributions: Distributions | undefined
  readonly onFailing: () => void
}

/**
 * The line below the title of a column: the distribution of its values and a link to failures; otherwise its
 * type.
 */
export function HeadNote({ column, scored, distributions, onFailing }: Props) {
  const distribution = distributions?.columns.find(({ column_id }) => column_id === column.id)
  const spread = distribution?.distribution
  const isOfFirstRows = isPartial(distributions)
  const inputCounts = scored === undefined ? inputCountsOf(column, distribution, isOfFirstRows) : null
  const share = inputCounts === null ? shareOf(scored, spread) : null
  const failures = inputCounts === null ? failuresOf(scored, distribution, isOfFirstRows) : null
  return (
    <span
      title={inputCounts?.join(', ') ?? (distribution && distributions && titleOf(spread!, distributions))}
      className="@container flex h-4 w-full min-w-0 items-center gap-1.5 text-tiny font-normal text-ink-faint tabular-nums"
    >
      {inputCounts !== null ? (
        <span className="truncate">
          {inputCounts[0]}
          <span className="hidden @[8rem]:inline">, {inputCounts[1]}</span>
        </span>
      ) : share !== null ? (
        <>
          <span
            className="hidden h-1.5 max-w-12 min-w-2 flex-1 overflow-hidden rounded-full bg-bad/60 @[8rem]:block"
            aria-hidden
          >
            <span className="block h-full bg-good" style={{ width: percent(share) }} />
          </span>
          <span className="shrink-0">
            {isOfFirstRows && !isBoolean(scored) && '≈ '}
            {wholePercent(share)}
            <span className="hidden @[6rem]:inline">{passText(distribution, isOfFirstRows)}</span>
          </span>
        </>
      ) : spread?.kind === 'numbers' ? (
        <>
          <Histogram counts={spread.steps} />
          <span className="shrink-0">
            Mean {isOfFirstRows && '≈ '}
            {numberText(spread.mean)}
          </span>
        </>
      ) : scored?.score != null ? (
        <span className="truncate">Mean {numberText(scored.score)}</span>
      ) : spread?.kind === 'values' ? (
        <>
          <Shares values={spread.top} total={distribution!.filled_cells} />
          <span className={failures === null ? 'shrink-0' : 'hidden shrink-0 @[9rem]:inline'}>
            {atLeast(spread.distinct, isOfFirstRows)}{' '}
            {spread.distinct === 1 && !isOfFirstRows ? 'value' : 'values'}
          </span>
        </>
      ) : (
        <span className="truncate">{names[column.type]}</span>
      )}
      {failures !== null && (
        <button
          type="button"
          className="-my-1 ml-auto h-6 min-w-6 @[8rem]:ml-0 shrink-0 rounded-sm text-bad hover:underline"
          aria-label={`${failures} in ${column.title}: show these rows`}
          // Without this, a press on the button would select or drag the column.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onFailing}
        >
          {failures}
        </button>
      )}
    </span>
  )
}

/** The counts of typed values such as true and false, which are not passes and failures; null for other columns. */
function inputCountsOf(
  { type }: Column,
  distribution: Distributions['columns'][number] | undefined,
  isOfFirstRows: boolean,
): readonly [trueCount: string, falseCount: string] | null {
  if (type !== 'TEXT' || distribution?.distribution.kind !== 'verdicts') return null
  const { passed, failed } = distribution.distribution
  return [`${atLeast(passed, isOfFirstRows)} true`, `${atLeast(failed, isOfFirstRows)} false`]
}

/** The text after a share. If the share covers only some rows, it has their number. */
function passText(
  distribution: Distributions['columns'][number] | undefined,
  isOfFirstRows: boolean,
): string {
  const verdicts = distribution?.distribution.kind === 'verdicts' ? distribution.distribution : null
  if (!verdicts || isOfFirstRows || distribution?.stale_cells === 0) return ' pass'
  return ` of ${(verdicts.passed + verdicts.failed).toLocaleString('en')}`
}

/** A share without decimals, because heads are narrow. Only exact shares become 0% or 100%. */
function wholePercent(share: number): string {
  if (share === 0 || share === 1) return percent(share)
  return `${Math.min(99, Math.max(1, Math.round(share * 100)))}%`
}

function shareOf(scored: Scored | undefined, spread: Distribution | undefined): number | null {
  if (isBoolean(scored)) return scored.score
  return spread?.kind === 'verdicts' ? spread.passed / (spread.passed + spread.failed) : null
}

const numberText = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 4 })

function titleOf(spread: Distribution, { rows, row_count }: Distributions): string | undefined {
  const rowsText = rows < row_count ? `, of the first ${rows.toLocaleString('en')} rows` : ''
  if (spread.kind === 'numbers')
    return `Mean ${numberText(spread.mean)}, ${numberText(spread.min)} to ${numberText(spread.max)}${rowsText}`
  if (spread.kind === 'verdicts')
    return `${spread.passed.toLocaleString('en')} pass, ${spread.failed.toLocaleString('en')} fail${rowsText}`
  if (spread.kind === 'values')
    return `${spread.top.map(({ value, count }) => `${value}: ${count.toLocaleString('en')}`).join(', ')}${rowsText}`
}

const height = 12
const barWidth = 3

/** The count of numbers in each step, as bars. */
function Histogram({ counts }: { counts: readonly number[] }) {
  const maxCount = Math.max(...counts, 1)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${counts.length * (barWidth + 1)} ${height}`}
      preserveAspectRatio="none"
      height={height}
      // In narrow columns the bars shrink, not the number.
      className="min-w-0 text-computed"
      style={{ width: counts.length * (barWidth + 1) }}
      fill="currentColor"
    >
      {counts.map((count, index) => {
        const x = index * (barWidth + 1)
        const tall = count === 0 ? 0.5 : Math.max(1.5, (count / maxCount) * height)
        return <rect key={x} x={x} y={height - tall} width={barWidth} height={tall} rx={0.5} />
      })}
    </svg>
  )
}

const shades = ['opacity-100', 'opacity-75', 'opacity-55', 'opacity-40', 'opacity-30', 'opacity-20']

/** One bar with the shares of the most frequent values; the rest of it is empty. */
const Shares = ({
  values,
  total,
}: {
  values: readonly { value: string; count: number }[]
  total: number
}) => (
  <span
    className="flex h-1.5 max-w-10 min-w-2 flex-1 gap-px overflow-hidden rounded-full bg-raised"
    aria-hidden
  >
    {values.map(({ value, count }, index) => (
      <span
        key={value}
        className={classNames('h-full bg-note', shades[index])}
        style={{ width: percent(count / total) }}
      />
    ))}
  </span>
)
