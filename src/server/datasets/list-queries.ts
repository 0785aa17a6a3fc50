import { sql } from 'kysely'
import { containing, type Database, type DatasetRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface DatasetFilter {
  readonly group?: number | undefined
  /** Ids of those that are meant; nothing: all. */
  readonly among?: readonly number[] | undefined
  readonly groups?: readonly number[] | undefined
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly updatedAfter?: number | undefined
  readonly updatedBefore?: number | undefined
}

export interface DatasetOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

function filtered(db: Database, workspace: WorkspaceId, filter: DatasetFilter) {
  let query = db
    .selectFrom('datasets')
    .innerJoin('dataset_groups', (join) =>
      join
        .onRef('dataset_groups.workspace_id', '=', 'datasets.workspace_id')
        .onRef('dataset_groups.id', '=', 'datasets.group_id'),
    )
    .where('datasets.workspace_id', '=', workspace)
  const deletedAt = sql`coalesce(datasets.deleted_at, dataset_groups.deleted_at)`
  if (filter.status === 'active') query = query.where(sql<boolean>`${deletedAt} is null`)
  if (filter.status === 'deleted') query = query.where(sql<boolean>`${deletedAt} is not null`)
  if (filter.group !== undefined) query = query.where('datasets.group_id', '=', filter.group)
  if (filter.groups !== undefined) query = query.where('datasets.group_id', 'in', filter.groups)
  if (filter.among !== undefined) query = query.where('datasets.id', 'in', filter.among)
  if (filter.name !== undefined)
    query = query.where(sql<boolean>`lower(dataset_groups.name) like ${containing(filter.name)} escape '\\'`)
  if (filter.createdAfter !== undefined) query = query.where('datasets.created_at', '>=', filter.createdAfter)
  if (filter.createdBefore !== undefined)
    query = query.where('datasets.created_at', '<=', filter.createdBefore)
  if (filter.updatedAfter !== undefined) query = query.where('datasets.updated_at', '>=', filter.updatedAfter)
  if (filter.updatedBefore !== undefined)
    query = query.where('datasets.updated_at', '<=', filter.updatedBefore)
  return query
}

export async function countDatasets(db: Database, workspace: WorkspaceId, filter: DatasetFilter) {
  const row = await filtered(db, workspace, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function selectDatasets(
  db: Database,
  workspace: WorkspaceId,
  filter: DatasetFilter,
  { by, direction }: DatasetOrder,
  page: { readonly offset: number; readonly limit: number },
): Promise<DatasetRow[]> {
  const column = by === 'name' ? 'dataset_groups.name' : (`datasets.${by}` as const)
  return filtered(db, workspace, filter)
    .selectAll('datasets')
    .orderBy(column, direction)
    .orderBy('datasets.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
