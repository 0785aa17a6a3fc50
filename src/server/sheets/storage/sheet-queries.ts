import { sql } from 'kysely'
import {
  changeRows,
  type Database,
  enqueue,
  insertRows,
  queryTogether,
  type SheetColumnRow,
  type SheetRow,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

const liveSheets = (db: Database | Tx, workspace: WorkspaceId) =>
  db.selectFrom('sheets').selectAll().where('workspace_id', '=', workspace).where('deleted_at', 'is', null)

export async function findSheet(db: Database | Tx, workspace: WorkspaceId, table: string, id: string) {
  return liveSheets(db, workspace).where('id', '=', id).where('table_id', '=', table).executeTakeFirst()
}

/** Finds the table that a sheet belongs to. */
export async function findTableOf(db: Database | Tx, workspace: WorkspaceId, id: string) {
  return (await liveSheets(db, workspace).where('id', '=', id).executeTakeFirst())?.table_id
}

const mirrors = (side: 'sheet' | 'source_sheet') => sql<boolean>`exists (select 1 from column_mirrors
  where workspace_id = sheets.workspace_id and ${sql.ref(side)} = sheets.number)`
const isLinked = sql<boolean | number>`${mirrors('sheet')} or ${mirrors('source_sheet')}`
const linked = isLinked.as('linked')

/** A sheet, and whether mirrors link it to other sheets. */
export interface SheetWithLinks {
  readonly sheet: SheetRow
  readonly isLinked: boolean
}

const withLinks = (row: (SheetRow & { linked: boolean | number }) | undefined) => {
  if (!row) return undefined
  const { linked, ...sheet } = row
  return { sheet, isLinked: Boolean(linked) }
}

export async function findSheetWithLinks(
  db: Database | Tx,
  workspace: WorkspaceId,
  table: string,
  id: string,
): Promise<SheetWithLinks | undefined> {
  const query = liveSheets(db, workspace).select(linked).where('id', '=', id).where('table_id', '=', table)
  return withLinks(await query.executeTakeFirst())
}

export async function findSheetWithLinksByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  number: number,
): Promise<SheetWithLinks | undefined> {
  return withLinks(
    await liveSheets(db, workspace).select(linked).where('number', '=', number).executeTakeFirst(),
  )
}

export async function selectSheetsByNumber(
  db: Database | Tx,
  workspace: WorkspaceId,
  numbers: readonly number[],
): Promise<SheetRow[]> {
  return numbers.length === 0 ? [] : liveSheets(db, workspace).where('number', 'in', numbers).execute()
}

/** Lists sheets in the order of their tabs. */
export async function selectSheetsOf(
  db: Database | Tx,
  workspace: WorkspaceId,
  tables: readonly string[],
): Promise<SheetRow[]> {
  if (tables.length === 0) return []
  return liveSheets(db, workspace)
    .where('table_id', 'in', tables)
    .orderBy('table_id')
    .orderBy('sheet_index')
    .orderBy('number')
    .execute()
}

export const insertSheet = (tx: Tx, row: SheetRow) => insertRows(tx, 'sheets', row)

/**
 * Begins a change: locks the sheet until the transaction ends, and assigns the change's `version_count`. Undefined if
 * the sheet does not exist.
 */
export async function beginChange(
  tx: Tx,
  workspace: WorkspaceId,
  table: string,
  id: string,
  now: number,
): Promise<SheetRow | undefined> {
  return beginningChangeAt(tx, workspace, table, id, now).executeTakeFirst()
}

const beginningChangeAt = (tx: Tx, workspace: WorkspaceId, table: string, id: string, now: number) =>
  tx
    .updateTable('sheets')
    .set({ version_count: sql<number>`version_count + 1`, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .where('table_id', '=', table)
    .where('deleted_at', 'is', null)
    .returningAll()

/** As `beginChange`, with the columns, in one message. Undefined for a linked sheet too. */
export async function beginChangeUnlinked(
  tx: Tx,
  workspace: WorkspaceId,
  table: string,
  id: string,
  now: number,
): Promise<{ readonly sheet: SheetRow; readonly columns: readonly SheetColumnRow[] } | undefined> {
  const number = sql<number>`(select number from sheets where workspace_id = ${workspace} and id = ${id})`
  const [begun, columns] = await queryTogether(tx, [
    beginningChangeAt(tx, workspace, table, id, now).where(sql<boolean>`not (${isLinked})`),
    tx
      .selectFrom('sheet_columns')
      .selectAll()
      .where('workspace_id', '=', workspace)
      .where('sheet', '=', number)
      .orderBy('position_rank')
      .orderBy('id'),
  ])
  const [sheet] = begun.rows
  return sheet && { sheet, columns: columns.rows }
}

/** As `beginChange`, for a sheet that a change of another sheet affects. */
export async function beginChangeByNumber(tx: Tx, workspace: WorkspaceId, number: number, now: number) {
  return beginningChange(tx, workspace, number, now).executeTakeFirst()
}

/** The statement of `beginChangeByNumber`. */
export const beginningChange = (tx: Tx, workspace: WorkspaceId, number: number, now: number) =>
  tx
    .updateTable('sheets')
    .set({ version_count: sql<number>`version_count + 1`, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('number', '=', number)
    .returningAll()

/** Begins a change that was predicted: updates the row only if the prediction is right. */
export const beginningPredicted = (
  tx: Tx,
  { workspace_id, number, version_count, updated_at, layout, saved_at }: SheetRow,
) =>
  tx
    .updateTable('sheets')
    .set({ version_count, updated_at })
    .where('workspace_id', '=', workspace_id)
    .where('number', '=', number)
    .where('version_count', '=', version_count - 1)
    .where('layout', '=', layout)
    .where('saved_at', '=', saved_at)
    .where('deleted_at', 'is', null)

export async function updateSheetRow(
  tx: Tx,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
  change: Partial<Omit<SheetRow, 'workspace_id' | 'number' | 'id' | 'table_id'>>,
) {
  const update = tx
    .updateTable('sheets')
    .set(change)
    .where('workspace_id', '=', workspace_id)
    .where('number', '=', number)
  await enqueue(tx, update)
}

export const deleteSheetsOf = (tx: Tx, workspace: WorkspaceId, table: string, now: number) =>
  changeRows(
    tx,
    'sheets',
    { workspace_id: workspace, table_id: table, deleted_at: null },
    { deleted_at: now, updated_at: now },
  )

/** Restores the sheets that were deleted with their table, and not those before it. */
export async function restoreSheetsOf(
  tx: Tx,
  workspace: WorkspaceId,
  table: string,
  deletedAt: number,
  now: number,
): Promise<SheetRow[]> {
  return tx
    .updateTable('sheets')
    .set({ deleted_at: null, updated_at: now })
    .where('workspace_id', '=', workspace)
    .where('table_id', '=', table)
    .where('deleted_at', '=', deletedAt)
    .returningAll()
    .execute()
}
