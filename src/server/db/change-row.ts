import type { Transaction } from 'kysely'
import type { Tx } from './store.ts'
import type { Tables } from './tables.ts'

type Row = { readonly workspace_id: number; readonly id: number | string }
/** Tables whose rows have an id within their workspace. */
type TableWithIds = { [T in keyof Tables]: Tables[T] extends Row ? T : never }[keyof Tables]

/** Updates the row of a workspace that has this id. */
export async function changeRow<T extends TableWithIds>(
  tx: Tx,
  table: T,
  { workspace_id, id }: Pick<Tables[T], 'workspace_id' | 'id'>,
  change: Partial<Tables[T]>,
): Promise<void> {
  // Kysely cannot infer the columns of a table that is a type parameter.
  await (tx as unknown as Transaction<{ rows: Row }>)
    .updateTable(table as unknown as 'rows')
    .set(change as object)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .execute()
}

/** Deletes the row of a workspace that has this id. Returns the number of deleted rows, 0 or 1. */
export async function deleteRow<T extends TableWithIds>(
  tx: Tx,
  table: T,
  { workspace_id, id }: Pick<Tables[T], 'workspace_id' | 'id'>,
): Promise<number> {
  const { numDeletedRows } = await (tx as unknown as Transaction<{ rows: Row }>)
    .deleteFrom(table as unknown as 'rows')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
