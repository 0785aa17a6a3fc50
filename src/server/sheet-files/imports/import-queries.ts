import { sql } from 'kysely'
import {
  type Database,
  type EachText,
  enqueueCompiled,
  insertRows,
  type SheetImportRow,
  type SheetRow,
  selectOne,
  type Tx,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export interface ImportKey {
  readonly table_id: string
  readonly id: string
}

export const findImport = (
  db: Database | Tx,
  workspace: WorkspaceId,
  { table_id, id }: ImportKey,
): Promise<SheetImportRow | undefined> =>
  selectOne(db, 'sheet_imports', { workspace_id: workspace, table_id, id })

/** The active import of a sheet; a sheet has at most one. */
export async function findOpenImport(
  db: Database | Tx,
  { workspace_id, number }: Pick<SheetRow, 'workspace_id' | 'number'>,
) {
  return selectOne(db, 'sheet_imports', { workspace_id, sheet: number, status: ['pending', 'running'] }, [
    'table_id',
    'id',
    'run',
  ])
}

export const insertImport = (tx: Tx, row: SheetImportRow) => insertRows(tx, 'sheet_imports', row)

type Change = Partial<
  Pick<
    SheetImportRow,
    'status' | 'plan' | 'rows_total' | 'rows_added' | 'failure' | 'upload_id' | 'updated_at'
  >
>

/** Updates an import; false if the import has ended. */
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

/** Finds the sheet of an import, even if it is deleted. */
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

/**
 * Appends rows with these texts, which are lists with one item. SQLite parses the list, so the texts are serialized
 * before the transaction, which blocks other writes.
 */
export async function appendRows(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  { workspace_id, number, version_count, updated_at, next_row_id, next_position }: SheetRow,
  texts: EachText,
) {
  const [list, ordinal, text] =
    dialect === 'sqlite'
      ? [sql`json_each(${texts}) as item`, sql`item.key`, sql`item.value->>0`]
      : [
          sql`json_array_elements(${texts}::json) with ordinality as list (item, ordinal)`,
          sql`(ordinal - 1)`,
          sql`item->>0`,
        ]
  const bigint = (value: number) => sql`cast(${value} as bigint)`
  const shared = sql.join([workspace_id, number, version_count, updated_at].map(bigint))
  const query = sql`insert into sheet_rows (workspace_id, sheet, since, updated_at, id, position, texts)
    select ${shared}, ${bigint(next_row_id)} + ${ordinal}, ${bigint(next_position)} + ${ordinal}, ${text} from ${list}`
  await enqueueCompiled(tx, query.compile(tx))
}
