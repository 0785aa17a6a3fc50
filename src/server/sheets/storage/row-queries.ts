import { type RawBuilder, sql } from 'kysely'
import {
  chunksOf,
  type Database,
  deleteRows,
  enqueue,
  type SheetRow,
  type SheetRowRow,
  type Tx,
} from '../../db/index.ts'
import type { PositionRange } from './row-order.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const rowsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_rows').where('workspace_id', '=', workspace_id).where('sheet', '=', number)

const updateRows = (tx: Tx, { workspace_id, number }: Sheet) =>
  tx.updateTable('sheet_rows').where('workspace_id', '=', workspace_id).where('sheet', '=', number)

/** A new value for each row of the chunk. */
const byId = <Value>(
  chunk: readonly (readonly [id: number, value: Value | RawBuilder<Value>])[],
  column: 'texts' | 'position',
) => {
  const cases = chunk.map(([id, value]) => sql`when ${sql.lit(id)} then ${value}`)
  return sql<Value>`case id ${sql.join(cases, sql` `)} else ${sql.ref(column)} end`
}

/** Rows in order, from a position on. */
export async function selectRowsFrom(
  db: Database | Tx,
  sheet: Sheet,
  from: number | null,
  order: 'asc' | 'desc',
  limit: number,
): Promise<SheetRowRow[]> {
  let query = rowsOf(db, sheet).selectAll().orderBy('position', order).limit(limit)
  if (from !== null) query = query.where('position', order === 'asc' ? '>=' : '<=', from)
  return query.execute()
}

export const findRow = (db: Database | Tx, sheet: Sheet, id: number) =>
  rowsOf(db, sheet).selectAll().where('id', '=', id).executeTakeFirst()

export async function selectRowsAt(
  db: Database | Tx,
  sheet: Sheet,
  positions: readonly number[],
): Promise<SheetRowRow[]> {
  const rows: SheetRowRow[] = []
  for (const chunk of chunksOf(positions))
    rows.push(...(await rowsOf(db, sheet).selectAll().where('position', 'in', chunk).execute()))
  return rows.sort((a, b) => a.position - b.position)
}

export async function selectRowIdsAt(
  db: Database | Tx,
  sheet: Sheet,
  positions: readonly number[],
): Promise<number[]> {
  const rows = await rowsOf(db, sheet).select('id').where('position', 'in', positions).execute()
  return rows.map(({ id }) => id)
}

export const selectRowPositions = (db: Database | Tx, sheet: Sheet, { from, to }: PositionRange) =>
  rowsOf(db, sheet)
    .select(['id', 'position'])
    .where('position', '>=', from)
    .where('position', '<=', to)
    .orderBy('position')
    .execute()

export async function selectPositions(db: Database | Tx, sheet: Sheet): Promise<number[]> {
  const rows = await rowsOf(db, sheet).select('position').orderBy('position').execute()
  return rows.map(({ position }) => position)
}

export async function insertSheetRows(tx: Tx, rows: readonly SheetRowRow[]) {
  for (const chunk of chunksOf(rows)) await enqueue(tx, tx.insertInto('sheet_rows').values(chunk))
}

export async function updateTexts(
  tx: Tx,
  sheet: Sheet,
  id: number,
  change: Pick<SheetRowRow, 'texts' | 'since' | 'updated_at'>,
) {
  await enqueue(tx, updateRows(tx, sheet).set(change).where('id', '=', id))
}

/** Maximum rows of one statement, because each row adds a comparison for all others. */
const maxWrittenRows = 300

/** As `updateTexts`, with other texts for each row. */
export async function updateTextsOfRows(
  tx: Tx,
  sheet: Sheet,
  texts: ReadonlyMap<number, string>,
  change: Pick<SheetRowRow, 'since' | 'updated_at'>,
) {
  for (const chunk of chunksOf([...texts], maxWrittenRows)) {
    const ids = chunk.map(([id]) => id)
    const update = updateRows(tx, sheet).set({ ...change, texts: byId(chunk, 'texts') })
    await update.where('id', 'in', ids).execute()
  }
}

export async function removeRows(tx: Tx, { workspace_id, number }: Sheet, ids: readonly number[]) {
  for (const chunk of chunksOf(ids)) {
    await deleteRows(tx, 'sheet_rows', { workspace_id, sheet: number, id: chunk })
    await deleteRows(tx, 'sheet_cells', { workspace_id, sheet: number, row_id: chunk })
  }
}

/** Maximum rows of one statement, because each row adds a comparison for all others: 5 ms at 500. */
const maxMovedRows = 500

export async function saveRowPositions(
  tx: Tx,
  sheet: Sheet,
  rowPositions: readonly { readonly id: number; readonly position: number }[],
  since: number,
) {
  for (const chunk of chunksOf(rowPositions, maxMovedRows)) {
    const positions = chunk.map(({ id, position }) => [id, sql.lit(position)] as const)
    const ids = chunk.map(({ id }) => id)
    const update = updateRows(tx, sheet).set({ position: byId(positions, 'position'), since })
    await update.where('id', 'in', ids).execute()
  }
}

export async function selectRowsById(
  db: Database | Tx,
  sheet: Sheet,
  ids: readonly number[],
): Promise<SheetRowRow[]> {
  const rows: SheetRowRow[] = []
  for (const chunk of chunksOf(ids))
    rows.push(...(await rowsOf(db, sheet).selectAll().where('id', 'in', chunk).orderBy('id').execute()))
  return rows
}
