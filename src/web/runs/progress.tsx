import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Answer } from '../api/index.ts'
import { Button, ProgressBar } from '../design/index.ts'
import { costText } from '../requests/index.ts'
import type { RunProgress } from '../sheets/index.ts'
import { modelLimitsQuery, type SheetParams } from '../sheets/queries.ts'
import { lazyScreen } from '../shell/index.ts'
import { timeText } from './figures.ts'
import { limitText } from './limit-text.ts'
import type { Running } from './use-run.ts'

const StaleCells = lazyScreen(() => import('./stale-cells.tsx'), 'StaleCells')

type Operations = Answer<'listOperations'>

interface Props {
  readonly params: SheetParams
  readonly operations: Operations
  /** The progress that the event stream reported. */
  readonly runProgress: readonly RunProgress[]
  /** Null if this person may not run cells. */
  readonly running: Running | null
}

/** The progress of runs, failed cells, and stale cells. */
export function Progress({ params, operations, runProgress, running }: Props) {
  const { pending_count: pending, status_counts: counts } = operations
  const [failed, stale] = [counts['FAILED'] ?? 0, counts['STALE'] ?? 0]
  return (
    <>
      {pending > 0 && <RunningCells params={params} operations={operations} runProgress={runProgress} />}
      {failed > 0 && (
        <span className="shrink-0 text-bad tabular-nums">{failed.toLocaleString('en')} failed</span>
      )}
      {failed > 0 && running && pending === 0 && (
        <Button size="small" onClick={() => running.run({ statuses: ['FAILED'] })}>
          Retry failed
        </Button>
      )}
      {stale > 0 && pending === 0 && (
        <Suspense>
          <StaleCells params={params} count={stale} latest={operations.latest_operation} running={running} />
        </Suspense>
      )}
    </>
  )
}

function RunningCells({ params, operations, runProgress }: Omit<Props, 'running'>) {
  const { all, done } = doneOf(operations, runProgress)
  const limits = useQuery(modelLimitsQuery(params)).data
  const limit = limits && limitText(limits.models)
  return (
    <>
      <ProgressBar label="Cells done" max={all} value={done} className="min-w-16 max-w-80 flex-1" />
      <span className="shrink-0 text-ink-soft tabular-nums">
        {done.toLocaleString('en')} / {all.toLocaleString('en')}
      </span>
      <span className="truncate text-ink-faint tabular-nums">{paceOf(runProgress)}</span>
      {limit && (
        <span role="status" className="text-right text-small text-warning">
          {limit}
        </span>
      )}
    </>
  )
}

/**
 * The number of cells of all runs, and how many are done. The event stream is newer than the fetched state
 * and is preferred.
 */
function doneOf(operations: Operations, runProgress: readonly RunProgress[]) {
  if (runProgress.length > 0) {
    const sum = (count: (run: RunProgress) => number) =>
      runProgress.reduce((total, run) => total + count(run), 0)
    const all = sum(({ cell_count }) => cell_count)
    return { all, done: all - sum(({ pending_count }) => pending_count) }
  }
  const { active_operations: active, pending_count: pending, total_cells: total } = operations
  const activeCells = active.reduce((sum, { cell_count }) => sum + cell_count, 0)
  const all = Math.max(pending, activeCells || total)
  return { all, done: all - pending }
}

/** Speed, remaining time and cost so far, in words. */
function paceOf(runProgress: readonly RunProgress[]): string {
  const rate = runProgress.reduce((sum, run) => sum + (run.rate ?? 0), 0)
  const secondsLeft = Math.max(...runProgress.map(({ seconds_left }) => seconds_left ?? -1))
  const calls = runProgress.reduce((sum, { call_count }) => sum + call_count, 0)
  const cost = runProgress.reduce((sum, run) => sum + run.cost, 0)
  const unpriced = runProgress.reduce((sum, run) => sum + run.unpriced_call_count, 0)
  return [
    rate > 0 && `${rate.toLocaleString('en', { maximumFractionDigits: rate < 10 ? 1 : 0 })} a second`,
    secondsLeft >= 0 && `${timeText(secondsLeft)} left`,
    calls > 0 && `${costText(cost, unpriced)} so far`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}
