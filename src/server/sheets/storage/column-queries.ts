import { sql } from 'kysely'
import {
  type ColumnMirrorRow,
  type ColumnPromptRow,
  changeRows,
  type Database,
  deleteRows,
  insertRows,
  type SheetColumnRow,
  type Tx,
} from '../../db/index.ts'
import type { PromptUse } from '../../prompts/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export async function selectColumns(
  db: Database | Tx,
  workspace: WorkspaceId,
  sheets: readonly number[],
): Promise<SheetColumnRow[]> {
  return selectingColumns(db, workspace, sheets).execute()
}

/** The statement of `selectColumns`. */
export const selectingColumns = (db: Database | Tx, workspace: WorkspaceId, sheets: readonly number[]) =>
  db
    .selectFrom('sheet_columns')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('sheet', 'in', sheets)
    .orderBy('sheet')
    .orderBy('position_rank')
    .orderBy('id')

export async function insertColumns(tx: Tx, rows: readonly SheetColumnRow[]) {
  if (rows.length > 0) await tx.insertInto('sheet_columns').values(rows).execute()
}

export const updateColumnRow = (
  tx: Tx,
  { workspace_id, sheet, number }: Pick<SheetColumnRow, 'workspace_id' | 'sheet' | 'number'>,
  change: Partial<Omit<SheetColumnRow, 'workspace_id' | 'sheet' | 'number' | 'id'>>,
) => changeRows(tx, 'sheet_columns', { workspace_id, sheet, number }, change)

export const removeColumn = (
  tx: Tx,
  { workspace_id, sheet, number }: Pick<SheetColumnRow, 'workspace_id' | 'sheet' | 'number'>,
) => deleteRows(tx, 'sheet_columns', { workspace_id, sheet, number })

type ColumnKey = Pick<SheetColumnRow, 'workspace_id' | 'sheet' | 'number'>

/** Replaces the stored references of a column to other sheets. */
export async function replaceReferences(
  tx: Tx,
  { workspace_id, sheet, number }: ColumnKey,
  prompt: Omit<ColumnPromptRow, 'workspace_id' | 'sheet' | 'column_number'> | null,
  mirrored: readonly number[],
) {
  const key = { workspace_id, sheet, column_number: number }
  for (const table of ['column_prompts', 'column_mirrors'] as const) await deleteRows(tx, table, key)
  if (prompt) await insertRows(tx, 'column_prompts', { ...key, ...prompt })
  const mirrors = mirrored.map((source_sheet) => ({ ...key, source_sheet }))
  if (mirrors.length > 0) await insertRows(tx, 'column_mirrors', mirrors)
}

/** The sheets that mirror columns of these sheets, and the sheets that these sheets mirror. */
export async function selectMirrors(
  db: Database | Tx,
  workspace: WorkspaceId,
  sheets: readonly number[],
): Promise<ColumnMirrorRow[]> {
  return db
    .selectFrom('column_mirrors')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where((where) => where.or([where('sheet', 'in', sheets), where('source_sheet', 'in', sheets)]))
    .execute()
}

/** The numbers of the sheets with a column that runs the prompt, or only this version or label of it. */
export async function selectSheetsRunning(
  db: Database,
  workspace: WorkspaceId,
  { id, name, version, label }: PromptUse,
): Promise<number[]> {
  let query = db
    .selectFrom('column_prompts')
    .select('sheet')
    .distinct()
    .where('workspace_id', '=', workspace)
    .where((where) => where.or([where('prompt_id', '=', id), where('prompt_name', '=', name)]))
  if (version !== undefined) query = query.where('version_number', '=', version)
  if (label !== undefined) query = query.where('label', '=', label)
  return (await query.execute()).map(({ sheet }) => sheet)
}

/** Finds columns by id, or by the titles of table, sheet and column joined by dots. Deleted sheets are left out. */
export async function selectColumnsNamed(
  db: Database | Tx,
  workspace: WorkspaceId,
  { id, name }: { readonly id: string | null; readonly name: string },
): Promise<SheetColumnRow[]> {
  const path = sql<string>`tables.title || '.' || sheets.title || '.' || sheet_columns.title`
  return db
    .selectFrom('sheet_columns')
    .innerJoin('sheets', (join) =>
      join
        .onRef('sheets.workspace_id', '=', 'sheet_columns.workspace_id')
        .onRef('sheets.number', '=', 'sheet_columns.sheet')
        .on('sheets.deleted_at', 'is', null),
    )
    .innerJoin('tables', (join) =>
      join
        .onRef('tables.workspace_id', '=', 'sheets.workspace_id')
        .onRef('tables.id', '=', 'sheets.table_id')
        .on('tables.deleted_at', 'is', null),
    )
    .selectAll('sheet_columns')
    .where('sheet_columns.workspace_id', '=', workspace)
    .where(id === null ? sql<boolean>`${path} = ${name}` : sql<boolean>`sheet_columns.id = ${id}`)
    .execute()
}
