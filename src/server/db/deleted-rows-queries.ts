import { sql } from 'kysely'
import { contains } from './contains.ts'
import type { Database } from './store.ts'
import type { Tables } from './tables.ts'

/** Tables of named entities whose deleted rows stay with a time in `deleted_at`. */
type DeletingTable = 'prompts' | 'tools' | 'workflows' | 'dataset_groups' | 'reports' | 'input_variable_sets'

export interface DeletedSearch {
  readonly since: number
  /** A part of the name. */
  readonly name: string | undefined
  readonly limit: number
}

/** Lists rows that were deleted at or after a time, the latest first. */
export async function selectDeletedRows<Table extends DeletingTable>(
  db: Database,
  table: Table,
  workspace: number,
  { since, name, limit }: DeletedSearch,
) {
  const rows = await db
    .selectFrom(table as DeletingTable)
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`deleted_at >= ${since}`)
    .$if(name !== undefined, (query) => query.where(contains('name', name!)))
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows as unknown as (Tables[Table] & { readonly deleted_at: number })[]
}
