import type { Answer } from '../../api/index.ts'
import { Badge, Button, classNames, counted, percent } from '../../design/index.ts'
import {
  type Calculation,
  type Criterion,
  criterionOf,
  type Interval,
  intervalText,
  type Step,
  verdicts,
} from './criteria.ts'

type Statistics = Answer<'readScoreStatistics'>['columns'][number]

interface Props {
  readonly step: Step
  readonly calculation: Calculation | null
  readonly statistics: readonly Statistics[]
  readonly isStale: boolean
  /** Shows the failing rows in the grid; absent if no column of the sheet has the verdicts of the step. */
  readonly onFailing?: (() => void) | undefined
}

const styles = {
  pass: 'bg-good',
  warn: 'bg-warning-edge',
  fail: 'bg-bad',
  error: 'bg-bad',
  skipped: 'bg-line-strong',
}

/** The result of one step: score, confidence, and distribution over the rows. */
export function StepResult({ step, calculation, statistics, isStale, onFailing }: Props) {
  const scored = calculation && criterionOf(calculation, step.id)
  // Statistics describe the current sheet, so they would contradict an older score.
  const column =
    step.primitive_type === 'COLUMN_AGGREGATE' && !isStale
      ? statistics.find(({ column_id }) => step.source_column_ids.includes(column_id))
      : undefined
  return (
    <article className="flex flex-col gap-1.5 rounded-lg border bg-surface px-3 py-2">
      <h3 className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{step.title}</span>
        {step.required && <Badge>Required</Badge>}
        {isStale && <Badge tone="warning">Stale</Badge>}
        {scored && <Badge tone={verdicts[scored.verdict][1]}>{verdicts[scored.verdict][0]}</Badge>}
        <span className="w-14 text-right font-semibold tabular-nums">
          {scored?.score == null ? '–' : percent(scored.score)}
        </span>
      </h3>
      {scored && <VerdictCounts criterion={scored} />}
      <div className="flex items-baseline gap-2">
        <p className="min-w-0 flex-1 text-small text-ink-faint">
          {scored ? confidenceText(scored, column) : 'Not calculated yet.'} Weight {step.weight}.
        </p>
        {onFailing && scored?.score != null && scored.score < 1 && (
          <Button
            kind="quiet"
            size="small"
            aria-label={`Show the failing rows of ${step.title}`}
            onClick={onFailing}
          >
            Failing rows
          </Button>
        )}
      </div>
      {scored?.message && <p className="text-small text-warning">{scored.message}</p>}
    </article>
  )
}

function VerdictCounts({ criterion }: { criterion: Criterion }) {
  const counts = [
    ['pass', criterion.pass_count],
    ['warn', criterion.warn_count],
    ['fail', criterion.fail_count],
    ['error', criterion.error_count],
    ['skipped', criterion.skipped_count],
  ] as const
  const all = counts.reduce((sum, [, count]) => sum + count, 0)
  if (all <= 1) return null
  const text = counts
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count.toLocaleString('en')} ${verdicts[verdict][0].toLowerCase()}`)
    .join(', ')
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full">
        {counts.map(
          ([verdict, count]) =>
            count > 0 && <span key={verdict} className={styles[verdict]} style={{ flexGrow: count }} />,
        )}
      </div>
      <p className={classNames('text-small text-ink-soft tabular-nums')}>{text}</p>
    </div>
  )
}

/** A sentence about the confidence interval of a step's score. */
function confidenceText(criterion: Criterion, column: Statistics | undefined): string {
  const rows = criterion.included_count
  if (column?.confidence_interval && column.resolved_scoring_type === 'numeric') {
    const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
    const { mean, minimum, maximum } = column
    return `Mean ${format(mean ?? 0)}, 95% confidence interval ${intervalText(column.confidence_interval, format)}; from ${format(minimum ?? 0)} to ${format(maximum ?? 0)} over ${(rows ?? column.included_count).toLocaleString('en')} rows.`
  }
  const interval: Interval | null = criterion.confidence_interval ?? column?.confidence_interval ?? null
  if (interval) return `95% confidence interval ${intervalText(interval)}.`
  return rows !== undefined && rows > 1
    ? `Over ${counted(rows, 'row')}.`
    : 'Too few rows for a confidence interval.'
}
