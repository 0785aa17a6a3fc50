import type { Database, SheetImportRow, SheetRow, Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

export interface ImportKey {
  readonly table_id: string
  readonly id: string
}

export async function findImport(
  db: Database | Tx,
  workspace: WorkspaceId,
  { table_id, id }: ImportKey,
): Promise<SheetImportRow | undefined> {
  return db
    .selectFrom('sheet_imports')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('table_id', '=', table_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The active import of a sheet; at most one. */
export async function findOpenImport(
  db: Database | Tx,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
) {
  return db
    .selectFrom('sheet_imports')
    .select(['table_id', 'id', 'run'])
    .where('workspace_id', '=', workspace_id)
    .where('sheet', '=', number)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst()
}

export async function insertImport(tx: Tx, row: SheetImportRow) {
  await tx.insertInto('sheet_imports').values(row).execute()
}

type Change = Partial<
  Pick<
    SheetImportRow,
    'status' | 'plan' | 'rows_total' | 'rows_added' | 'failure' | 'upload_id' | 'updated_at'
  >
>

/** False if the import has ended. */
export async function updateOpenImport(
  tx: Tx,
  workspace: WorkspaceId,
  key: ImportKey,
  change: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await updatingOpenImport(tx, workspace, key, change).executeTakeFirst()
  return Number(numUpdatedRows) === 1
}

/** The statement of `updateOpenImport`. */
export const updatingOpenImport = (
  tx: Tx,
  workspace: WorkspaceId,
  { table_id, id }: ImportKey,
  change: Change,
) =>
  tx
    .updateTable('sheet_imports')
    .set(change)
    .where('workspace_id', '=', workspace)
    .where('table_id', '=', table_id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])

/** Includes deleted sheets. */
export async function findSheetOfImport(
  db: Database | Tx,
  { workspace_id, sheet }: Pick<SheetImportRow, 'workspace_id' | 'sheet'>,
): Promise<SheetRow> {
  return db
    .selectFrom('sheets')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('number', '=', sheet)
    .executeTakeFirstOrThrow()
}
