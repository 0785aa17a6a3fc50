import { sql } from 'kysely'
import { contains } from './contains.ts'
import type { Database, Tx } from './store.ts'
import type { Tables } from './tables/tables.ts'

/** Tables of entities with numbers as ids whose deleted rows stay with a time in `deleted_at`. */
type NumberedTable = 'prompts' | 'tools' | 'workflows' | 'dataset_groups' | 'reports' | 'input_variable_sets'
/** The id of a skill collection is a text. */
export type NamedTable = NumberedTable | 'skill_collections'
type DeletingTable = NamedTable | 'tables'

export interface DeletedSearch {
  readonly since: number
  /** A part of the name. */
  readonly name: string | undefined
  readonly limit: number
}

/** Makes a query of the rows that were deleted at or after a time, the latest first. */
export const deletedRows =
  <Table extends DeletingTable>(table: Table) =>
  async (db: Database, workspace: number, { since, name, limit }: DeletedSearch) => {
    const rows = await db
      .selectFrom(table as DeletingTable)
      .selectAll()
      .where('workspace_id', '=', workspace)
      .where(sql<boolean>`deleted_at >= ${since}`)
      .$if(name !== undefined, (query) => query.where(contains(table === 'tables' ? 'title' : 'name', name!)))
      .orderBy('deleted_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows as unknown as (Tables[Table] & { readonly deleted_at: number })[]
  }

export interface Restoration {
  /** The earliest time of a deletion that can be undone. */
  readonly since: number
  /** The name after the restoration; without it, the row keeps its name. */
  readonly name?: string | null | undefined
  readonly now: number
}

/**
 * Restores a deleted row. Returns the row, also if it is not deleted; undefined if there is none. A name that another row
 * has violates the unique index.
 */
export async function restoreRow<Table extends NamedTable>(
  tx: Tx,
  table: Table,
  workspace: number,
  id: Tables[Table]['id'],
  { since, name, now }: Restoration,
): Promise<{ id: Tables[Table]['id']; name: string } | undefined> {
  const rowsOf: NamedTable = table
  const row = sql<boolean>`workspace_id = ${workspace} and id = ${id}`
  const restored = await tx
    .updateTable(rowsOf)
    .set({ deleted_at: null, updated_at: now, ...(name != null && { name }) })
    .where(row)
    .where('deleted_at', '>=', since)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (restored) return restored
  const existing = tx.selectFrom(rowsOf).select(['id', 'name']).where(row)
  return existing.where('deleted_at', 'is', null).executeTakeFirst()
}
