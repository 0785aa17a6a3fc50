import type { Context } from '../context.ts'
import type { Ending, JobHandler, Lease } from '../jobs/index.ts'
import { findOperation, type ScoreAfterRunPayload, scoreAfterRunKind, selectActive } from '../runs/index.ts'
import { isUnderWay, loadSheetByNumber } from '../sheets/storage/index.ts'
import { calculateIfOutdated } from './scorecards/index.ts'
import { calculateScoreIfOutdated } from './scores/index.ts'

const pollMilliseconds = 1_000

/**
 * Calculates a sheet's score again after a run is completed, if that costs nothing. After a cancelled run cells are
 * stale, so the earlier score stays.
 */
export const scoreAfterRunJob = (context: Context): JobHandler => ({
  kind: scoreAfterRunKind,
  run: (lease) => calculateAfterRun(context, lease),
})

async function calculateAfterRun(context: Context, lease: Lease): Promise<Ending> {
  const { store, now } = context
  const { workspace } = lease
  const { sheet, operation: id } = lease.payload as ScoreAfterRunPayload
  const operation = await findOperation(store.db, workspace, id)
  const loaded = await loadSheetByNumber(store.db, workspace, sheet)
  if (!operation || !loaded) return { kind: 'done' }
  // Other runs of the sheet would make the score outdated again.
  if (isUnderWay(operation) || (await selectActive(store.db, loaded.sheet)).length > 0)
    return { kind: 'again', at: now() + pollMilliseconds }
  if (operation.status !== 'completed') return { kind: 'done' }
  await calculateIfOutdated(context, loaded)
  await calculateScoreIfOutdated(context, loaded)
  return { kind: 'done' }
}
