import { sql } from 'kysely'
import {
  changeRow,
  changeRows,
  type Database,
  insertRows,
  type ScorecardRow,
  type SheetRow,
  selectOne,
  type Tx,
} from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** The sheet's current scorecard. */
export const findScorecard = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  selectOne(db, 'scorecards', { workspace_id, sheet: number, deleted_at: null })

/** Number of calculations of all the sheet's scorecards. */
export async function countCalculations(tx: Tx, { workspace_id, number }: Sheet): Promise<number> {
  const { count } = await tx
    .selectFrom('scorecards')
    .select(({ fn }) => fn.max('calculations').as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .executeTakeFirstOrThrow()
  return count ?? 0
}

export const insertScorecard = (tx: Tx, row: ScorecardRow) => insertRows(tx, 'scorecards', row)

export const updateScorecard = (
  tx: Tx,
  { workspace_id, id }: Pick<ScorecardRow, 'workspace_id' | 'id'>,
  change: Partial<Omit<ScorecardRow, 'workspace_id' | 'id' | 'sheet'>>,
) => changeRows(tx, 'scorecards', { workspace_id, id }, change)

/** Locks the sheet's scorecard until the transaction ends, and counts a new calculation; undefined without a scorecard. */
export const beginCalculation = (tx: Tx, { workspace_id, number }: Sheet) =>
  changeRow(
    tx,
    'scorecards',
    { workspace_id, sheet: number, deleted_at: null },
    { calculations: sql<number>`calculations + 1` },
  )
