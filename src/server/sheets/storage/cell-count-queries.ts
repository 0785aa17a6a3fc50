import { sql } from 'kysely'
import { chunksOf, type Database, type Tx } from '../../db/index.ts'
import { cellsOf, type Sheet } from './cell-queries.ts'

/** Counts the stored cells of these rows, by column. */
export async function countCellsOfRows(
  db: Database | Tx,
  sheet: Sheet,
  rowIds: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const chunk of chunksOf(rowIds)) {
    const rows = await cellsOf(db, sheet)
      .select(['column_number', (select) => select.fn.countAll<number>().as('cells')])
      .where('row_id', 'in', chunk)
      .groupBy('column_number')
      .execute()
    for (const { column_number, cells } of rows)
      counts.set(column_number, (counts.get(column_number) ?? 0) + Number(cells))
  }
  return counts
}

export async function countStoredCells(db: Database | Tx, sheet: Sheet): Promise<Map<number, number>> {
  const rows = await cellsOf(db, sheet)
    .select(['column_number', (select) => select.fn.countAll<number>().as('cells')])
    .groupBy('column_number')
    .execute()
  return new Map(rows.map(({ column_number, cells }) => [column_number, Number(cells)]))
}

/** Counts the stored cells of each column, in total and by state, in one statement. A column without open cells has one row. */
export async function countCellsByColumn(db: Database | Tx, { workspace_id, number }: Sheet) {
  const rows = await db
    .selectFrom('sheet_columns as columns')
    .leftJoin(
      cellsOf(db, { workspace_id, number })
        .select(['column_number', 'status', (select) => select.fn.countAll<number>().as('cells')])
        .where('status', '<>', sql.lit('COMPLETED'))
        .groupBy(['column_number', 'status'])
        .as('open'),
      'open.column_number',
      'columns.number',
    )
    .select(['columns.number', 'columns.stored_cells', 'open.status', 'open.cells'])
    .where('columns.workspace_id', '=', workspace_id)
    .where('columns.sheet', '=', number)
    .execute()
  return rows.map((row) => ({ ...row, cells: Number(row.cells ?? 0) }))
}

/** Counts the stale cells of a column, stored or not, in rows where one of these columns lacks a valid answer. */
export async function countUnanswered(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  column: number,
  answers: readonly number[],
): Promise<number> {
  const { cells } = await db
    .selectFrom('sheet_rows as rows')
    .leftJoin('sheet_cells as own', (join) =>
      join
        .onRef('own.workspace_id', '=', 'rows.workspace_id')
        .onRef('own.sheet', '=', 'rows.sheet')
        .onRef('own.row_id', '=', 'rows.id')
        .on('own.column_number', '=', column),
    )
    .select((select) => select.fn.countAll<number>().as('cells'))
    .where('rows.workspace_id', '=', workspace_id)
    .where('rows.sheet', '=', number)
    .where((where) => where.or([where('own.status', 'is', null), where('own.status', '=', 'STALE')]))
    .where(
      (where) =>
        where
          .selectFrom('sheet_cells as answers')
          .select((select) => select.fn.countAll<number>().as('answered'))
          .where('answers.workspace_id', '=', workspace_id)
          .where('answers.sheet', '=', number)
          .whereRef('answers.row_id', '=', 'rows.id')
          .where('answers.column_number', 'in', answers)
          .where('answers.status', '=', 'COMPLETED'),
      '<',
      answers.length,
    )
    .executeTakeFirstOrThrow()
  return Number(cells)
}

/** Cost and latency of the runs of each column. */
export async function aggregateMetrics(db: Database, sheet: Sheet) {
  return cellsOf(db, sheet)
    .select((select) => [
      'column_number',
      select.fn.count<number>('price').as('prices'),
      select.fn.sum<number | null>('price').as('price_sum'),
      select.fn.min<number | null>('price').as('price_min'),
      select.fn.max<number | null>('price').as('price_max'),
      select.fn.count<number>('latency_ms').as('latencies'),
      select.fn.sum<number | null>('latency_ms').as('latency_sum'),
      select.fn.min<number | null>('latency_ms').as('latency_min'),
      select.fn.max<number | null>('latency_ms').as('latency_max'),
    ])
    .where((where) => where.or([where('price', 'is not', null), where('latency_ms', 'is not', null)]))
    .groupBy('column_number')
    .orderBy('column_number')
    .execute()
}
