/** Runs compute the cells of sheets: in jobs with batches of rows, or within the call if they are small. */
import type { Context } from '../context.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobHandler } from '../jobs/index.ts'
import type { SheetPorts } from '../sheets/index.ts'
import { cellRuns } from './batch-run.ts'
import { forecastOperation } from './forecast/forecast-operation.ts'
import { readModelLimits } from './forecast/read-model-limits.ts'
import { latestRuns } from './latest-runs.ts'
import { tablesWithLatestRuns } from './latest-tables-queries.ts'
import { cancelOperation } from './operations/cancel-operation.ts'
import { OperationProgress } from './operations/operation-progress.ts'
import { createOperation, listOperations, readOperation } from './operations/operations.ts'
import { readStatusCounts } from './operations/status-counts.ts'
import { cacheExpiryJob } from './paid-calls/cache-expiry.ts'
import { queueColumn } from './queue-column.ts'
import { recalculateCell, recalculateCells } from './recalculate-cells.ts'
import { resetCellsJob } from './reset-run.ts'
import { readRunStates } from './run-states.ts'
import { recheckRuns, resetStopped, stopRuns } from './runs-port.ts'

export { operationListeners } from './operations/listen-to-operations.ts'
export { findOperation, selectActive } from './run-queries.ts'
export { type ScoreAfterRunPayload, scoreAfterRunKind } from './score-after-run.ts'

export const runHandlers = {
  readStatusCounts,
  createOperation,
  forecastOperation,
  listOperations,
  readModelLimits,
  readOperation,
  cancelOperation,
  recalculateCell,
  recalculateCells,
} satisfies Partial<Handlers>

export const runJobs = (context: Context): readonly JobHandler[] => [
  ...cellRuns(context),
  resetCellsJob(context),
  cacheExpiryJob(context),
]

export const runsOfSheets: SheetPorts['runs'] = {
  queueColumn,
  recheck: recheckRuns,
  stop: stopRuns,
  resetStopped,
  latest: latestRuns,
  latestTables: tablesWithLatestRuns,
  states: readRunStates,
  progress: () => new OperationProgress(),
}
