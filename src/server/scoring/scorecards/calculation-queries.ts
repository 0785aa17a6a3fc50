import { sql } from 'kysely'
import {
  changeRow,
  changeRows,
  chunksOf,
  type Database,
  type ScorecardCalculationRow,
  type ScorecardRow,
  type SheetRow,
  selectOne,
  type Tx,
} from '../../db/index.ts'

export type CalculationKey = Pick<ScorecardCalculationRow, 'workspace_id' | 'sheet' | 'number'>

const calculationsOf = (db: Database | Tx, { workspace_id, sheet, id }: ScorecardRow) =>
  db
    .selectFrom('scorecard_calculations')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', sheet)
    .where('scorecard_id', '=', id)

export async function insertCalculation(tx: Tx, row: ScorecardCalculationRow, batches: number) {
  const { workspace_id, sheet, number: calculation } = row
  await tx.insertInto('scorecard_calculations').values(row).execute()
  const all = Array.from({ length: batches }, (_, number) => ({
    workspace_id,
    sheet,
    calculation,
    number,
    done: 0,
  }))
  for (const chunk of chunksOf(all)) await tx.insertInto('scorecard_batches').values(chunk).execute()
}

export const findCalculation = (db: Database | Tx, key: CalculationKey) =>
  selectOne(db, 'scorecard_calculations', {
    workspace_id: key.workspace_id,
    sheet: key.sheet,
    number: key.number,
  })

/** Finds a calculation; undefined if it belongs to another sheet. */
export const findCalculationById = (
  db: Database | Tx,
  { workspace_id, sheet }: Pick<CalculationKey, 'workspace_id' | 'sheet'>,
  id: string,
) => selectOne(db, 'scorecard_calculations', { workspace_id, id, sheet })

export async function latestCalculation(db: Database | Tx, scorecard: ScorecardRow) {
  return calculationsOf(db, scorecard).orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** The newest completed calculation of the scorecard. */
export async function latestCompleted(db: Database | Tx, scorecard: ScorecardRow) {
  return calculationsOf(db, scorecard)
    .where('status', '=', sql.lit('completed'))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function selectActive(db: Database | Tx, scorecard: ScorecardRow) {
  return calculationsOf(db, scorecard)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('number', 'desc')
    .execute()
}

/** Locks a calculation until the transaction ends; undefined if the calculation has ended. */
export const lockActiveCalculation = (tx: Tx, { workspace_id, sheet, number }: CalculationKey, now: number) =>
  changeRow(
    tx,
    'scorecard_calculations',
    { workspace_id, sheet, number, status: ['queued', 'running'] },
    { status: 'running', started_at: sql<number>`coalesce(started_at, ${now})` },
  )

export const updateCalculation = (
  tx: Tx,
  { workspace_id, sheet, number }: CalculationKey,
  change: Partial<Omit<ScorecardCalculationRow, 'workspace_id' | 'sheet' | 'number' | 'id'>>,
) => changeRows(tx, 'scorecard_calculations', { workspace_id, sheet, number }, change)

/** Reads the cancelled scopes; null if the calculation has ended or its sheet was deleted. */
export async function readCancelledScopes(
  db: Database,
  { workspace_id, sheet, number }: CalculationKey,
): Promise<string | null> {
  const row = await db
    .selectFrom('scorecard_calculations as calculations')
    .innerJoin('sheets', (join) =>
      join
        .onRef('sheets.workspace_id', '=', 'calculations.workspace_id')
        .onRef('sheets.number', '=', 'calculations.sheet')
        .on('sheets.deleted_at', 'is', null),
    )
    .select('calculations.narrowed')
    .where('calculations.workspace_id', '=', workspace_id)
    .where('calculations.sheet', '=', sheet)
    .where('calculations.number', '=', number)
    .where('calculations.status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row?.narrowed ?? null
}

/** Marks a batch as done; false if it was done before. */
export const markBatchDone = async (
  tx: Tx,
  { workspace_id, sheet, number: calculation }: CalculationKey,
  number: number,
): Promise<boolean> =>
  (await changeRows(
    tx,
    'scorecard_batches',
    { workspace_id, sheet, calculation, number, done: 0 },
    { done: 1 },
  )) === 1

/** Completed calculations of all scorecards of the sheet, newest first, as points of the history. */
export async function selectCompleted(
  db: Database,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  limit: number,
) {
  return db
    .selectFrom('scorecard_calculations')
    .select(['id', 'aggregate_score', 'aggregate_verdict', 'sheet_revision', 'completed_at'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('status', '=', sql.lit('completed'))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}
