import { randomUUIDv7 } from 'node:crypto'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import type { ScoreCalculationRow, SheetRow, SheetScoreRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { isUnderWay, type LoadedSheet, loadSheet } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { startCalculation } from '../scorecards/index.ts'
import { readStored } from './score-config.ts'
import type { ScorePayload } from './score-job.ts'
import { findScore, insertScoreCalculation, latestScoreCalculation } from './score-queries.ts'

export const recalculateSheetScore: Handler<'recalculateSheetScore'> = async (
  context,
  { caller, params },
) => {
  const { store } = context
  const { workspace } = caller
  const { sheet, columns } = await loadSheet(store.db, workspace, params)
  const configured = await findScore(store.db, sheet)
  if (!configured) {
    const started = await startCalculation(context, workspace, params, {}).catch(refuseWithoutScoring)
    return {
      success: true as const,
      score_source: 'scorecard' as const,
      calculation_id: started.calculation.id,
      status: 'queued' as const,
      version: started.version,
    }
  }
  readStored(configured, columns)
  const calculation = await startScoreCalculation(context, sheet, configured)
  return {
    success: true as const,
    score_configuration_id: configured.id,
    status: calculation.status,
    version: sheet.version_count,
  }
}

/** Calculates a configured score that was calculated before and whose sheet has changed. */
export async function calculateScoreIfOutdated(context: Context, { sheet }: LoadedSheet): Promise<void> {
  const configured = await findScore(context.store.db, sheet)
  const latest = configured && (await latestScoreCalculation(context.store.db, sheet, configured.updated_at))
  if (!latest || isUnderWay(latest) || latest.sheet_revision === sheet.version_count) return
  await startScoreCalculation(context, sheet, configured)
}

async function startScoreCalculation(
  { store, jobs, now }: Context,
  sheet: SheetRow,
  configured: SheetScoreRow,
): Promise<ScoreCalculationRow> {
  const workspace = sheet.workspace_id as WorkspaceId
  const calculation: ScoreCalculationRow = {
    workspace_id: workspace,
    sheet: sheet.number,
    id: randomUUIDv7(),
    status: 'queued',
    score_type: configured.score_type,
    score_config: configured.score_config,
    sheet_revision: sheet.version_count,
    overall_score: null,
    result: null,
    error: null,
    created_at: now(),
    completed_at: null,
  }
  const payload: ScorePayload = { sheet: sheet.number, calculation: calculation.id }
  await store.transact(async (tx) => {
    await insertScoreCalculation(tx, calculation)
    await jobs.enqueue(tx, workspace, [{ kind: 'sheet-score', run: calculation.id, turn: 0, payload }])
  })
  jobs.wake()
  return calculation
}

function refuseWithoutScoring(error: unknown): never {
  if (error instanceof Refusal && error.code === 'bad_request')
    throw new Refusal('bad_request', 'The sheet has no score configuration and no scorecard to calculate.')
  throw error
}
