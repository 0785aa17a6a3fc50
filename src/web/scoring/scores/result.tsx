import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Badge, Button, classNames, counted, ProgressBar, percent, Time } from '../../design/index.ts'
import { TriangleAlert } from '../../icons/index.ts'
import type { Column } from '../../sheets/index.ts'
import { distributionsQuery, isUnderWay, type SheetParams, scoreHistoryQuery } from '../../sheets/queries.ts'
import { knownScore } from '../../sheets/values.ts'
import { Contributions } from './contributions.tsx'
import { Coverage } from './coverage.tsx'
import { type Calculation, driftText, type ScorecardData, staleText, verdicts } from './criteria.ts'
import { statisticsQuery } from './queries.ts'
import { StepResult } from './step-result.tsx'
import { Trend } from './trend.tsx'
import type { Scoring } from './use-scoring.ts'
import { verdictColumnOf } from './verdict-column.ts'

interface Props {
  readonly params: SheetParams
  readonly data: ScorecardData
  readonly mayChange: boolean
  readonly scoring: Scoring
  readonly columns: readonly Column[]
  readonly onFailing: (column: string) => void
}

export function Result({ params, data, mayChange, scoring, columns, onFailing }: Props) {
  const { scorecard, display_calculation: calculation, latest_calculation: latest } = data
  const { data: history } = useQuery(scoreHistoryQuery(params))
  const { data: statistics } = useQuery(statisticsQuery(params))
  const { data: distributions } = useQuery(distributionsQuery(params))
  const numeric = new Set(
    distributions?.columns
      .filter(({ distribution }) => distribution.kind === 'numbers')
      .map(({ column_id }) => column_id),
  )
  const isRunning = isUnderWay(scorecard!.status)
  const stale = scorecard!.stale_state
  const countsStale = stale?.reasons.includes('source_cells_stale') === true
  return (
    <div className="flex h-full flex-col gap-4 overflow-auto p-4">
      <Total shown={calculation} isOld={isRunning || stale?.is_stale === true} />
      {isRunning && <Progress data={data} onCancel={mayChange ? scoring.cancel : undefined} />}
      {!isRunning && stale?.is_stale && (
        <Notice tone="warning">
          This score is out of date: {staleText(stale.reasons)}.
          {countsStale && ' Run the stale cells first, then calculate the score again.'}
        </Notice>
      )}
      {latest?.status === 'failed' && (
        <Notice tone="bad">
          The last calculation failed: {latest.error_summary ?? 'the reason is unknown'}
        </Notice>
      )}
      {latest?.status === 'cancelled' && <Notice tone="warning">The last calculation was cancelled.</Notice>}
      {!isRunning && mayChange && (
        <Button
          className="self-start"
          kind={(stale?.is_stale && !countsStale) || !calculation ? 'primary' : 'plain'}
          isBusy={scoring.isBusy}
          onClick={scoring.calculate}
        >
          {calculation ? 'Calculate again' : 'Calculate'}
        </Button>
      )}
      <section aria-label="Steps" className="flex flex-col gap-2">
        {scorecard!.steps.map((step) => {
          const judged = verdictColumnOf(step, columns)
          return (
            <StepResult
              key={step.id}
              step={step}
              calculation={calculation}
              statistics={statistics?.columns ?? []}
              isStale={stale?.stale_step_ids.includes(step.id) ?? false}
              onFailing={judged && !numeric.has(judged.id) ? () => onFailing(judged.id) : undefined}
            />
          )
        })}
      </section>
      {calculation && <Contributions steps={scorecard!.steps} calculation={calculation} />}
      {history && (
        <Trend points={history.score_history.points.filter(({ source }) => source === 'scorecard')} />
      )}
    </div>
  )
}

/** The score. While the next calculation runs, the last result stays on screen. */
function Total({ shown, isOld }: { shown: Calculation | null; isOld: boolean }) {
  if (!shown) return <p className="text-ink-soft">The score has not been calculated yet.</p>
  const { aggregate_verdict: verdict, completed_at: completedAt, coverage } = shown
  const score = knownScore(shown.aggregate_score, coverage)
  const drift = driftText(shown.drift_summary)
  return (
    <div className="flex flex-col gap-0.5">
      <p className="flex items-center gap-2">
        <span
          className={classNames(
            'text-[28px] leading-9 font-semibold tabular-nums',
            isOld && 'text-ink-faint',
          )}
        >
          {score === null ? 'No score' : percent(score)}
        </span>
        {verdict && <Badge tone={verdicts[verdict][1]}>{verdicts[verdict][0]}</Badge>}
        {completedAt && (
          <span className="ml-auto text-small text-ink-faint">
            <Time at={completedAt} />
          </span>
        )}
      </p>
      <Coverage coverage={coverage} />
      {drift && <p className="text-small text-ink-soft">{drift}</p>}
    </div>
  )
}

function Progress({
  data: { progress },
  onCancel,
}: {
  data: ScorecardData
  onCancel: (() => void) | undefined
}) {
  const [done, all] = [progress?.scored_rows ?? 0, progress?.total_rows ?? 0]
  return (
    <div className="flex flex-col gap-1.5 rounded-md bg-sunken px-3 py-2">
      <p className="flex items-center gap-2">
        <span className="tabular-nums">
          {done.toLocaleString('en')} of {counted(all, 'row')}
        </span>
        {progress?.partial_score != null && (
          <span className="text-ink-soft tabular-nums">{percent(progress.partial_score)} so far</span>
        )}
        {onCancel && (
          <Button size="small" className="ml-auto" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </p>
      <ProgressBar label="Rows scored" max={Math.max(1, all)} value={done} />
    </div>
  )
}

const Notice = ({ tone, children }: { tone: 'warning' | 'bad'; children: ReactNode }) => (
  <p
    role="status"
    className={classNames(
      'flex gap-2 rounded-md px-3 py-2',
      tone === 'warning' ? 'bg-warning-soft text-warning' : 'bg-bad-soft text-bad',
    )}
  >
    <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
    <span className="min-w-0 break-words">{children}</span>
  </p>
)
