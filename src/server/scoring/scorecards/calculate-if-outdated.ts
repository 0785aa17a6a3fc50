import type { Context } from '../../context.ts'
import { isUnderWay, type LoadedSheet } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { planCalculation } from './calculation-plan.ts'
import { latestCalculation, latestCompleted } from './calculation-queries.ts'
import { findScorecard } from './scorecard-queries.ts'
import { staleStateOf } from './staleness.ts'
import { startCalculation } from './start-calculation.ts'

/** Calculates a scorecard that was calculated before and reads changed cells, unless its steps make paid calls. */
export async function calculateIfOutdated(context: Context, loaded: LoadedSheet): Promise<void> {
  const { store } = context
  const { sheet } = loaded
  const scorecard = await findScorecard(store.db, sheet)
  if (!scorecard || scorecard.steps === '[]') return
  const latest = await latestCalculation(store.db, scorecard)
  const completed = await latestCompleted(store.db, scorecard)
  if (!latest || !completed || isUnderWay(latest)) return
  if (planCalculation(loaded, scorecard, null).ofRows.some(({ plan }) => plan.mayCost)) return
  const { is_stale } = await staleStateOf(context, loaded, scorecard, completed)
  if (!is_stale) return
  const address = { table_id: sheet.table_id, sheet_id: sheet.id }
  await startCalculation(context, sheet.workspace_id as WorkspaceId, address, {})
}
