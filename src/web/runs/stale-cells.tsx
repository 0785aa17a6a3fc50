import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../api/index.ts'
import { Button, counted } from '../design/index.ts'
import { costText, money } from '../requests/index.ts'
import type { SheetParams } from '../sheets/queries.ts'
import { atLeast, countText, numbersOf, rangeOf, timeText } from './figures.ts'
import { forecastOf } from './forecast.tsx'
import type { Scope } from './scopes.ts'
import type { Running } from './use-run.ts'

type Run = NonNullable<Answer<'listOperations'>['latest_operation']>

interface Props {
  readonly params: SheetParams
  /** The number of stale cells of the sheet. */
  readonly count: number
  readonly latest: Run | null
  /** Null if this person may not run cells. */
  readonly running: Running | null
}

/** The stale cells of a sheet without a run, and the progress of the newest run if it stopped early. */
export function StaleCells({ params, count, latest, running }: Props) {
  const stopped = latest !== null && verbs[latest.status] !== undefined ? latest : null
  return (
    <>
      {stopped ? (
        <span
          role="status"
          className="text-small text-warning tabular-nums"
          title={stopped.message ?? undefined}
        >
          {stoppedText(stopped)}
        </span>
      ) : (
        <span className="shrink-0 text-warning tabular-nums">{countText(count)} stale</span>
      )}
      {running && (
        <RunStale
          params={params}
          running={running}
          verb={stopped ? `Resume ${counted(count, 'cell')}` : 'Run stale'}
        />
      )}
    </>
  )
}

/** States of runs that end before all cells are computed. */
const verbs: Readonly<Record<string, string>> = { cancelled: 'Stopped', failed: 'Run failed' }

function stoppedText(run: Run): string {
  const { status, cell_count: all, completed_count: done, failed_count: failed, call_count: calls } = run
  const parts = [
    `${countText(done)} of ${counted(all, 'cell')} computed`,
    `${countText(Math.max(0, all - done - failed))} left`,
    ...(calls > 0 ? [`${costText(run.cost, run.unpriced_call_count)} spent`] : []),
  ]
  return `${verbs[status]}: ${parts.join(', ')}`
}

const stale: Scope = { statuses: ['STALE'] }

/** Runs all stale cells of the sheet. The button shows the likely cost; unless the whole cost is known, a dialog asks first. */
function RunStale({ params, running, verb }: Pick<Props, 'params'> & { running: Running; verb: string }) {
  const { data, isLoading } = useQuery(forecastOf(params, stale))
  const total = data?.total.cost && numbersOf(data.total.cost)
  const price =
    total && data.unknown.length > 0
      ? (atLeast(total, money)?.likely ?? 'cost unknown')
      : total && data.columns.length > 0 && rangeOf(total, money).likely
  const isCostKnown = data?.unknown.length === 0
  const seconds = data?.total.seconds
  return (
    <Button
      size="small"
      isBusy={running.isBusy || isLoading}
      title={seconds ? `Takes ${timeText(Math.max(1, seconds.likely))} or more` : undefined}
      onClick={() => (isCostKnown ? running.run(stale) : running.openDialog(null))}
    >
      {verb}
      {price && `: ${price}`}
    </Button>
  )
}
