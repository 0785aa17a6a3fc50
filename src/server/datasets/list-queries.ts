import { sql } from 'kysely'
import {
  contains,
  countRows,
  type Database,
  type DatasetRow,
  type ListPage,
  sameWorkspace,
} from '../db/index.ts'
import { type ListFilter, matchesFilter, pageOf } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

export interface DatasetFilter extends ListFilter {
  readonly dataset_group_id?: number | undefined
  /** Lists only these ids; absent: all. */
  readonly ids?: readonly number[] | undefined
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
}

function filtered(db: Database, workspace: WorkspaceId, filter: DatasetFilter) {
  let query = db
    .selectFrom('datasets')
    .innerJoin('dataset_groups', sameWorkspace('dataset_groups', 'datasets', { id: 'group_id' }))
    .where('datasets.workspace_id', '=', workspace)
    .where(matchesFilter(workspace, 'dataset-group', 'datasets', filter, 'dataset_groups.id'))
  const deletedAt = sql`coalesce(datasets.deleted_at, dataset_groups.deleted_at)`
  const { dataset_group_id: group, ids, name, status } = filter
  if (status === 'active') query = query.where(sql<boolean>`${deletedAt} is null`)
  if (status === 'deleted') query = query.where(sql<boolean>`${deletedAt} is not null`)
  if (group !== undefined) query = query.where('datasets.group_id', '=', group)
  if (ids !== undefined) query = query.where('datasets.id', 'in', ids)
  if (name !== undefined) query = query.where(contains('dataset_groups.name', name))
  return query
}

export const countDatasets = (db: Database, workspace: WorkspaceId, filter: DatasetFilter) =>
  countRows(filtered(db, workspace, filter))

export async function selectDatasets(
  db: Database,
  workspace: WorkspaceId,
  filter: DatasetFilter,
  page: ListPage,
): Promise<DatasetRow[]> {
  const column = sql.ref(page.sort_by === 'name' ? 'dataset_groups.name' : `datasets.${page.sort_by}`)
  return pageOf(filtered(db, workspace, filter).selectAll('datasets'), 'datasets', page, column).execute()
}
