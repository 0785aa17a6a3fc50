import { Refusal } from '../../../engine/refusal.ts'
import type { Database, ScorecardCalculationRow, ScorecardRow, SheetRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { type LoadedSheet, loadSheet, readUuid, type SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { findCalculationById, latestCalculation } from './calculation-queries.ts'
import { noScorecard } from './cancel-scorecard.ts'
import { parseObject, presentCalculation } from './describe-scorecard.ts'
import { findScorecard } from './scorecard-queries.ts'

export const readScorecardCalculation: Handler<'readScorecardCalculation'> = async (
  { store },
  { caller, params },
) => {
  const { loaded, scorecard } = await loadScorecard(store.db, caller.workspace, params)
  const calculation = await getCalculation(store.db, loaded.sheet, scorecard, params.calculation_id)
  return {
    success: true as const,
    calculation: presentCalculation(loaded, calculation),
    criterion_summaries: parseObject(calculation.criteria),
    drift_summary: parseObject(calculation.drift),
  }
}

export async function loadScorecard(
  db: Database,
  workspace: WorkspaceId,
  address: SheetAddress,
): Promise<{ readonly loaded: LoadedSheet; readonly scorecard: ScorecardRow }> {
  const loaded = await loadSheet(db, workspace, address)
  const scorecard = await findScorecard(db, loaded.sheet)
  if (!scorecard) throw noScorecard()
  return { loaded, scorecard }
}

/** Finds a calculation of the current scorecard. */
export async function getCalculation(
  db: Database,
  { workspace_id, number: sheet }: SheetRow,
  scorecard: ScorecardRow,
  idText: string,
): Promise<ScorecardCalculationRow> {
  const id = readUuid(idText)
  const stored = id ? await findCalculationById(db, { workspace_id, sheet }, id) : undefined
  if (stored?.scorecard_id !== scorecard.id) throw new Refusal('not_found', 'There is no such calculation.')
  return stored
}

/** Returns the calculation that the caller named, or the latest; null without any. */
export async function resolveCalculation(
  db: Database,
  sheet: SheetRow,
  scorecard: ScorecardRow,
  calculationId: string | undefined,
): Promise<ScorecardCalculationRow | null> {
  if (calculationId !== undefined) return getCalculation(db, sheet, scorecard, calculationId)
  return (await latestCalculation(db, scorecard)) ?? null
}
