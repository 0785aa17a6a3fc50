import { sql } from 'kysely'
import { chunksOf, type Database, enqueue, type SheetRow, type SheetRowRow, type Tx } from '../../db/index.ts'
import type { PositionRange } from './row-order.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

const rowsOf = (db: Database | Tx, { workspace_id, number }: Sheet) =>
  db.selectFrom('sheet_rows').selectAll().where('workspace_id', '=', workspace_id).where('sheet', '=', number)

/** Rows in order, from a position on. */
export async function selectRowsFrom(
  db: Database | Tx,
  sheet: Sheet,
  from: number | null,
  order: 'asc' | 'desc',
  limit: number,
): Promise<SheetRowRow[]> {
  let query = rowsOf(db, sheet).orderBy('position', order).limit(limit)
  if (from !== null) query = query.where('position', order === 'asc' ? '>=' : '<=', from)
  return query.execute()
}

export async function findRow(db: Database | Tx, sheet: Sheet, id: number) {
  return rowsOf(db, sheet).where('id', '=', id).executeTakeFirst()
}

export async function selectRowsAt(
  db: Database | Tx,
  sheet: Sheet,
  positions: readonly number[],
): Promise<SheetRowRow[]> {
  const rows: SheetRowRow[] = []
  for (const chunk of chunksOf(positions))
    rows.push(...(await rowsOf(db, sheet).where('position', 'in', chunk).execute()))
  return rows.sort((a, b) => a.position - b.position)
}

export async function selectRowIdsAt(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  positions: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('sheet_rows')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('position', 'in', positions)
    .execute()
  return rows.map(({ id }) => id)
}

export async function selectRowPositions(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  range: PositionRange,
) {
  return db
    .selectFrom('sheet_rows')
    .select(['id', 'position'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('position', '>=', range.from)
    .where('position', '<=', range.to)
    .orderBy('position')
    .execute()
}

export async function selectPositions(db: Database | Tx, { workspace_id, number }: Sheet): Promise<number[]> {
  const rows = await db
    .selectFrom('sheet_rows')
    .select('position')
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .orderBy('position')
    .execute()
  return rows.map(({ position }) => position)
}

export async function insertRows(tx: Tx, rows: readonly SheetRowRow[]) {
  for (const chunk of chunksOf(rows)) await enqueue(tx, tx.insertInto('sheet_rows').values(chunk))
}

export async function updateTexts(
  tx: Tx,
  sheet: Sheet,
  id: number,
  change: Pick<SheetRowRow, 'texts' | 'since' | 'updated_at'>,
) {
  const update = tx
    .updateTable('sheet_rows')
    .set(change)
    .where('workspace_id', '=', sheet.workspace_id)
    .where('sheet', '=', sheet.number)
    .where('id', '=', id)
  await enqueue(tx, update)
}

/** Maximum rows of one statement, because each row adds a comparison for all others. */
const writtenAtOnce = 300

/** As `updateTexts`, with other texts for each row. */
export async function updateTextsOfRows(
  tx: Tx,
  sheet: Sheet,
  texts: ReadonlyMap<number, string>,
  change: Pick<SheetRowRow, 'since' | 'updated_at'>,
) {
  for (const chunk of chunksOf([...texts], writtenAtOnce)) {
    const cases = chunk.map(([id, text]) => sql`when ${sql.lit(id)} then ${text}`)
    await tx
      .updateTable('sheet_rows')
      .set({ ...change, texts: sql<string>`case id ${sql.join(cases, sql` `)} else texts end` })
      .where('workspace_id', '=', sheet.workspace_id)
      .where('sheet', '=', sheet.number)
      .where(
        'id',
        'in',
        chunk.map(([id]) => id),
      )
      .execute()
  }
}

export async function removeRows(tx: Tx, { workspace_id, number }: Sheet, ids: readonly number[]) {
  for (const chunk of chunksOf(ids)) {
    await tx
      .deleteFrom('sheet_rows')
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('id', 'in', chunk)
      .execute()
    await tx
      .deleteFrom('sheet_cells')
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where('row_id', 'in', chunk)
      .execute()
  }
}

/** Maximum rows of one statement, because each row adds a comparison for all others: 5 ms at 500. */
const movedAtOnce = 500

export async function saveRowPositions(
  tx: Tx,
  { workspace_id, number }: Sheet,
  places: readonly { readonly id: number; readonly position: number }[],
  since: number,
) {
  for (let start = 0; start < places.length; start += movedAtOnce) {
    const chunk = places.slice(start, start + movedAtOnce)
    const cases = chunk.map(({ id, position }) => sql`when ${sql.lit(id)} then ${sql.lit(position)}`)
    await tx
      .updateTable('sheet_rows')
      .set({ position: sql<number>`case id ${sql.join(cases, sql` `)} else position end`, since })
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .where(
        'id',
        'in',
        chunk.map(({ id }) => id),
      )
      .execute()
  }
}

export async function selectRowsById(
  db: Database | Tx,
  { workspace_id, number }: Sheet,
  ids: readonly number[],
): Promise<SheetRowRow[]> {
  const rows: SheetRowRow[] = []
  for (const chunk of chunksOf(ids))
    rows.push(
      ...(await db
        .selectFrom('sheet_rows')
        .selectAll()
        .where('workspace_id', '=', workspace_id)
        .where('sheet', '=', number)
        .where('id', 'in', chunk)
        .orderBy('id')
        .execute()),
    )
  return rows
}
