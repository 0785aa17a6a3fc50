import { sql } from 'kysely'
import {
  changeRows,
  type Database,
  deleteRows,
  insertRows,
  type ScoreCalculationRow,
  type SheetRow,
  type SheetScoreRow,
  selectOne,
  type Tx,
} from '../../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

export const findScore = (
  db: Database | Tx,
  { workspace_id, number }: Sheet,
): Promise<SheetScoreRow | undefined> => selectOne(db, 'sheet_scores', { workspace_id, sheet: number })

export async function saveScore(tx: Tx, row: SheetScoreRow) {
  const { score_type, score_config, updated_at } = row
  await tx
    .insertInto('sheet_scores')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'sheet']).doUpdateSet({ score_type, score_config, updated_at }),
    )
    .execute()
}

export const deleteScore = (tx: Tx, { workspace_id, number }: Sheet) =>
  deleteRows(tx, 'sheet_scores', { workspace_id, sheet: number })

const calculationsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db
    .selectFrom('score_calculations')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .orderBy('id', 'desc')

export const insertScoreCalculation = (tx: Tx, row: ScoreCalculationRow) =>
  insertRows(tx, 'score_calculations', row)

export async function findScoreCalculation(db: Database | Tx, sheet: Sheet, id: string) {
  return calculationsOf(db, sheet).selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest calculation in any status that was created since a time, which is the last change of the configuration. */
export async function latestScoreCalculation(db: Database | Tx, sheet: Sheet, since: number) {
  return calculationsOf(db, sheet).selectAll().where('created_at', '>=', since).limit(1).executeTakeFirst()
}

export const updateScoreCalculation = (
  tx: Tx,
  { workspace_id, sheet, id }: Pick<ScoreCalculationRow, 'workspace_id' | 'sheet' | 'id'>,
  change: Partial<
    Pick<ScoreCalculationRow, 'status' | 'overall_score' | 'result' | 'error' | 'completed_at'>
  >,
) => changeRows(tx, 'score_calculations', { workspace_id, sheet, id }, change)

/** Completed calculations, newest first, as points of the history. */
export async function selectScored(db: Database, sheet: Sheet, limit: number) {
  return calculationsOf(db, sheet)
    .select(['id', 'overall_score', 'sheet_revision', 'completed_at', 'score_type', 'score_config'])
    .where('status', '=', sql.lit('completed'))
    .limit(limit)
    .execute()
}

/** The version counts of the saved versions, oldest first. */
export async function selectVersionCounts(db: Database, { workspace_id, number }: Sheet) {
  return db
    .selectFrom('sheet_versions')
    .select(['id', 'number', 'name', 'version_count'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .orderBy('number')
    .execute()
}
