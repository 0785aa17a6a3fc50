import type { Answer } from '../../api/index.ts'
import { Badge, counted, ProgressBar, Time } from '../../design/index.ts'
import { CircleCheck, CircleSlash, LoaderCircle, Minus, TriangleAlert } from '../../icons/index.ts'
import { isUnderWay } from '../../sheets/queries.ts'
import { knownScore, scoreText } from '../../sheets/values.ts'

export type Overview = Answer<'listTableOverviews'>['overviews'][number]

/** The last run of a table: its progress or its result. */
export function LastRun({ run }: Pick<Overview, 'run'>) {
  if (!run) return <span className="text-ink-faint">Never</span>
  const { status, cell_count: all, pending_count: pending, failed_count: failed } = run
  if (isUnderWay(status))
    return (
      <span className="flex items-center gap-2 tabular-nums">
        <LoaderCircle className="size-3.5 animate-spin motion-reduce:animate-none" aria-hidden />
        <ProgressBar label="Cells done" max={all} value={all - pending} className="w-20" />
        {(all - pending).toLocaleString('en')} of {all.toLocaleString('en')}
      </span>
    )
  const [result, tone, Icon] =
    status === 'cancelled'
      ? (['Cancelled', 'neutral', CircleSlash] as const)
      : failed > 0 || status === 'failed'
        ? ([failed > 0 ? `${failed.toLocaleString('en')} failed` : 'Failed', 'bad', TriangleAlert] as const)
        : (['Done', 'good', CircleCheck] as const)
  return (
    <span className="flex items-center gap-2">
      <Badge tone={tone}>
        <Icon className="size-3" aria-hidden />
        {result}
      </Badge>
      <Time at={run.updated_at} />
    </span>
  )
}

/**
 * The score of a table and its change, with a warning if the score does not cover all rows or the sheet has
 * changed since.
 */
export function Score({ score }: Pick<Overview, 'score'>) {
  if (score?.score == null)
    return <Minus className="ml-auto size-3.5 text-ink-faint" aria-label="No score calculated" />
  const { previous_score: before, coverage, is_stale } = score
  const value = knownScore(score.score, coverage)
  const isPart = coverage !== null && coverage.scored_rows < coverage.total_rows
  const change = before === null || value === null ? 0 : value - before
  return (
    <span className="flex items-center justify-end gap-1.5">
      {(isPart || is_stale) && (
        <span className="text-small text-warning">
          {isPart
            ? `${coverage.scored_rows.toLocaleString('en')} of ${counted(coverage.total_rows, 'row')}`
            : 'Changed since'}
        </span>
      )}
      {change !== 0 && (
        <span className={change > 0 ? 'text-small text-good' : 'text-small text-bad'}>
          {change > 0 ? '+' : '−'}
          {scoreText(Math.abs(change))}
        </span>
      )}
      <span className="font-medium text-ink">{value === null ? '–' : scoreText(value)}</span>
    </span>
  )
}
