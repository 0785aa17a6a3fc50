import { sql } from 'kysely'
import {
  chunksOf,
  countRows,
  type Database,
  type ScorecardResultRow,
  type SheetRow,
  type Tx,
} from '../../db/index.ts'
import type { CalculationKey } from './calculation-queries.ts'

const resultsOf = (db: Database | Tx, { workspace_id, sheet, number }: CalculationKey) =>
  db
    .selectFrom('scorecard_rows')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', sheet)
    .where('calculation', '=', number)

export async function insertResults(tx: Tx, rows: readonly ScorecardResultRow[]) {
  for (const chunk of chunksOf(rows)) await tx.insertInto('scorecard_rows').values(chunk).execute()
}

export async function selectScoredIds(
  db: Database,
  key: CalculationKey,
  from: number,
  to: number,
): Promise<Set<number>> {
  const rows = await resultsOf(db, key)
    .select('row_id')
    .where('row_id', '>=', from)
    .where('row_id', '<=', to)
    .execute()
  return new Set(rows.map(({ row_id }) => row_id))
}

export async function selectResults(
  db: Database,
  key: CalculationKey,
  ids: readonly number[],
): Promise<Map<number, ScorecardResultRow>> {
  const results = new Map<number, ScorecardResultRow>()
  for (const chunk of chunksOf(ids))
    for (const row of await resultsOf(db, key).selectAll().where('row_id', 'in', chunk).execute())
      results.set(row.row_id, row)
  return results
}

/** Results in the order of row ids, after a row id. */
export async function selectResultsAfter(
  db: Database,
  key: CalculationKey,
  after: number,
  limit: number,
): Promise<ScorecardResultRow[]> {
  return resultsOf(db, key).selectAll().where('row_id', '>', after).orderBy('row_id').limit(limit).execute()
}

/** Scores in the order of row ids, after a row id. */
export async function selectScoresAfter(db: Database, key: CalculationKey, after: number, limit: number) {
  return resultsOf(db, key)
    .select(['row_id', 'score', 'verdict'])
    .where('row_id', '>', after)
    .orderBy('row_id')
    .limit(limit)
    .execute()
}

/** Results in the present order of rows, from a position on. Deleted rows are left out. */
export async function selectResultsInRowOrder(
  db: Database,
  key: CalculationKey,
  page: { readonly position: number; readonly verdict: string | undefined; readonly limit: number },
) {
  let query = db
    .selectFrom('sheet_rows as row')
    .innerJoin('scorecard_rows as result', (join) =>
      join
        .onRef('result.workspace_id', '=', 'row.workspace_id')
        .onRef('result.sheet', '=', 'row.sheet')
        .on('result.calculation', '=', key.number)
        .onRef('result.row_id', '=', 'row.id'),
    )
    .selectAll('result')
    .select('row.position')
    .where('row.workspace_id', '=', key.workspace_id)
    .where('row.sheet', '=', key.sheet)
    .where('row.position', '>=', page.position)
    .orderBy('row.position')
    .limit(page.limit)
  if (page.verdict !== undefined) query = query.where('result.verdict', '=', page.verdict)
  return query.execute()
}

/** Ids of rows that were scored with stale values, at most `limit`. */
export async function selectStaleIds(db: Database, key: CalculationKey, limit: number): Promise<number[]> {
  const rows = await resultsOf(db, key)
    .select('row_id')
    .where('stale', '=', sql.lit(1))
    .orderBy('row_id')
    .limit(limit)
    .execute()
  return rows.map(({ row_id }) => row_id)
}

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** Ids of rows with stale or pending cells in these columns, at most `limit`. */
export async function selectRowsWithOpenCells(
  db: Database,
  { workspace_id, number }: Sheet,
  columns: readonly number[],
  limit: number,
): Promise<number[]> {
  if (columns.length === 0) return []
  const rows = await db
    .selectFrom('sheet_cells')
    .select('row_id')
    .distinct()
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('column_number', 'in', columns)
    .where('status', '<>', sql.lit('COMPLETED'))
    .limit(limit)
    .execute()
  return rows.map(({ row_id }) => row_id)
}

/** Number of rows with this row id or a higher one. */
export const countRowsFrom = (db: Database, { workspace_id, number }: Sheet, id: number) =>
  countRows(
    db
      .selectFrom('sheet_rows')
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('id', '>=', id),
  )

export async function selectRowsById(
  db: Database,
  { workspace_id, number }: Sheet,
  range: { readonly from: number; readonly to: number } | readonly number[],
) {
  const rows = () =>
    db
      .selectFrom('sheet_rows')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
  if ('from' in range)
    return rows().where('id', '>=', range.from).where('id', '<=', range.to).orderBy('id').execute()
  const results = []
  for (const chunk of chunksOf(range)) results.push(...(await rows().where('id', 'in', chunk).execute()))
  return results
}

/** The first row id of each batch. */
export async function selectBatchStarts(
  db: Database,
  { workspace_id, number }: Sheet,
  size: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('sheet_rows')
        .select(['id', sql<number>`row_number() over (order by id)`.as('position')])
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .as('numbered'),
    )
    .select('id')
    .where(sql<boolean>`(position - 1) % ${sql.lit(size)} = 0`)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
