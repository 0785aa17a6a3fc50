import { badField } from '../../../engine/refusal.ts'
import type { ScorecardRow, SheetRow, Tx } from '../../db/index.ts'
import { readRowIndexes } from '../../sheets/index.ts'
import { RowOrder, selectRowsAt } from '../../sheets/storage/index.ts'
import type { Scope } from './scope.ts'
import { parseSteps } from './stored-step.ts'

export interface SentScope {
  readonly row_indices?: readonly number[] | null | undefined
  readonly step_ids?: readonly string[] | null | undefined
}

/** Reads a scope; null for everything. @throws Refusal 'bad_request' if a row or step does not exist. */
export async function readScope(
  tx: Tx,
  sheet: SheetRow,
  scorecard: Pick<ScorecardRow, 'steps'>,
  { row_indices, step_ids }: SentScope,
): Promise<Scope | null> {
  if (row_indices == null && step_ids == null) return null
  const steps = new Set(parseSteps(scorecard.steps).map(({ id }) => id))
  const unknown = step_ids?.find((id) => !steps.has(id))
  if (unknown !== undefined) throw badField('step_ids', `step_ids: the scorecard has no step ${unknown}.`)
  return {
    row_ids: row_indices == null ? null : await idsAt(tx, sheet, row_indices),
    step_ids: step_ids ?? null,
  }
}

async function idsAt(tx: Tx, sheet: SheetRow, rowIndexes: readonly number[]): Promise<number[]> {
  const order = RowOrder.parse(sheet.gaps)
  const positions = readRowIndexes(rowIndexes, sheet.row_count).map((index) => order.positionOf(index))
  return (await selectRowsAt(tx, sheet, positions)).map(({ id }) => id)
}
