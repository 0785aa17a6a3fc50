import type { Insertable, RawBuilder, Transaction } from 'kysely'
import type { Database, Tx } from './store.ts'
import type { Tables } from './tables/tables.ts'

/**
 * Columns and their values; a list matches any of its values, and null an empty column. An undefined value is not ignored:
 * it matches no row, or the driver refuses it.
 */
type Key<T extends keyof Tables> = {
  readonly [Column in keyof Tables[T]]?: Tables[T][Column] | readonly Tables[T][Column][]
}

/** New values of some columns. */
type Change<T extends keyof Tables> = {
  readonly [Column in keyof Tables[T]]?: Tables[T][Column] | RawBuilder<Tables[T][Column]>
}

// Kysely cannot infer the columns of a table that is a type parameter.
const anyTable = (db: Database | Tx) => db as unknown as Transaction<{ rows: Record<string, unknown> }>

const operatorOf = (value: unknown) => (value === null ? 'is' : Array.isArray(value) ? 'in' : '=')

const matching = <
  Query extends { where(column: string, operator: '=' | 'in' | 'is', value: unknown): Query },
>(
  query: Query,
  key: object,
): Query =>
  Object.entries(key).reduce(
    (narrowed, [column, value]) => narrowed.where(column, operatorOf(value), value),
    query,
  )

/** Reads the row that has the values of the key: all of it, or some columns. */
export function selectOne<
  T extends keyof Tables,
  C extends keyof Tables[T] & string = keyof Tables[T] & string,
>(db: Database | Tx, table: T, key: Key<T>, columns?: readonly C[]) {
  const query = anyTable(db).selectFrom(table as 'rows')
  const selected = columns === undefined ? query.selectAll() : query.select(columns)
  return matching(selected, key).executeTakeFirst() as Promise<Pick<Tables[T], C> | undefined>
}

/** Inserts one row or several. */
export async function insertRows<T extends keyof Tables>(
  tx: Tx,
  table: T,
  rows: Insertable<Tables[T]> | readonly Insertable<Tables[T]>[],
): Promise<void> {
  await anyTable(tx)
    .insertInto(table as 'rows')
    .values(rows as Record<string, unknown>)
    .execute()
}

/**
 * Updates the row that has the values of the key, which locks it until the transaction ends. Returns the updated row.
 */
export const changeRow = <T extends keyof Tables>(tx: Tx, table: T, key: Key<T>, change: Change<T>) =>
  matching(
    anyTable(tx)
      .updateTable(table as 'rows')
      .set(change),
    key,
  )
    .returningAll()
    .executeTakeFirst() as Promise<Tables[T] | undefined>

/** Updates the rows that have the values of the key. Returns their number. */
export async function changeRows<T extends keyof Tables>(
  tx: Tx,
  table: T,
  key: Key<T>,
  change: Change<T>,
): Promise<number> {
  const update = anyTable(tx)
    .updateTable(table as 'rows')
    .set(change)
  return Number((await matching(update, key).executeTakeFirst()).numUpdatedRows)
}

/** Deletes the rows that have the values of the key. Returns their number. */
export async function deleteRows<T extends keyof Tables>(tx: Tx, table: T, key: Key<T>): Promise<number> {
  const { numDeletedRows } = await matching(anyTable(tx).deleteFrom(table as 'rows'), key).executeTakeFirst()
  return Number(numDeletedRows)
}

type NumberedTable = {
  [T in keyof Tables]: Tables[T] extends { workspace_id: number; id: number } ? T : never
}[keyof Tables]

/** The operations on single rows of a table whose ids are numbers in a workspace. */
export const numberedRows = <T extends NumberedTable>(table: T) => ({
  find: (db: Database | Tx, workspace: number, id: number) =>
    selectOne(db, table, { workspace_id: workspace, id } as Key<T>),

  insert: (tx: Tx, row: Insertable<Tables[T]>) => insertRows(tx, table, row),

  /** Returns the number of changed rows, 0 or 1. */
  change: (tx: Tx, workspace: number, id: number, change: Change<T>) =>
    changeRows(tx, table, { workspace_id: workspace, id } as Key<T>, change),

  /** Returns the number of deleted rows, 0 or 1. */
  remove: (tx: Tx, workspace: number, id: number) =>
    deleteRows(tx, table, { workspace_id: workspace, id } as Key<T>),
})
