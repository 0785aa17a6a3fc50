import type { Handler } from '../../http/handler.ts'
import { loadForChange, loadSheet, recordPart } from '../../sheets/storage/index.ts'
import { cancelAll, noScorecard } from './cancel-scorecard.ts'
import { describeScorecard, parseObject, presentCalculation, progressOf } from './describe-scorecard.ts'
import { findScorecard, updateScorecard } from './scorecard-queries.ts'
import { startCalculation } from './start-calculation.ts'

export const readScorecard: Handler<'readScorecard'> = async (context, { caller, params }) => {
  const loaded = await loadSheet(context.store.db, caller.workspace, params)
  const row = await findScorecard(context.store.db, loaded.sheet)
  if (!row) return nothing
  const { scorecard, latest, display } = await describeScorecard(context, loaded, row)
  return {
    success: true as const,
    scorecard,
    latest_calculation: latest && presentCalculation(loaded, latest),
    display_calculation: display && presentCalculation(loaded, display),
    criterion_summaries: display && parseObject(display.criteria),
    drift_summary: display && parseObject(display.drift),
    progress: latest && progressOf(latest),
  }
}

const nothing = {
  success: true as const,
  scorecard: null,
  latest_calculation: null,
  display_calculation: null,
  criterion_summaries: null,
  drift_summary: null,
  progress: null,
}

/** Deletes the scorecard. Its calculations stay stored and are no longer shown. */
export const deleteScorecard: Handler<'deleteScorecard'> = async (context, { caller, params }) => {
  const { store, jobs, now } = context
  const runs = await store.transact(async (tx) => {
    const { sheet } = await loadForChange(tx, caller.workspace, params, now())
    const scorecard = await findScorecard(tx, sheet)
    if (!scorecard) throw noScorecard()
    await updateScorecard(tx, scorecard, { deleted_at: sheet.updated_at })
    const cancelledIds = await cancelAll(
      context,
      tx,
      caller.workspace,
      scorecard,
      'The scorecard was deleted.',
    )
    await recordPart(tx, sheet, 'scores')
    return cancelledIds
  })
  for (const run of runs) jobs.cancelled(run)
  return { success: true as const }
}

export const recalculateScorecard: Handler<'recalculateScorecard'> = async (
  context,
  { caller, params, body },
) => {
  const { calculation, version } = await startCalculation(context, caller.workspace, params, body)
  return { success: true as const, calculation_id: calculation.id, status: calculation.status, version }
}
