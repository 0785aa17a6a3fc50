import { sql } from 'kysely'
import { madeBy } from '../authors/index.ts'
import {
  contains,
  countRows,
  type Database,
  type DatasetRow,
  type ListPage,
  madeWithin,
  rowsOfPage,
  type TimeBounds,
} from '../db/index.ts'
import { type Mapping, standsFor } from '../external-ids/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface DatasetFilter {
  readonly group?: number | undefined
  /** Lists only these ids; absent: all. */
  readonly ids?: readonly number[] | undefined
  readonly mapping: Mapping | undefined
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
  readonly times: TimeBounds
  /** Email address of the author. */
  readonly author: string | undefined
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
    .where(madeWithin('datasets', filter.times))
  const deletedAt = sql`coalesce(datasets.deleted_at, dataset_groups.deleted_at)`
  if (filter.status === 'active') query = query.where(sql<boolean>`${deletedAt} is null`)
  if (filter.status === 'deleted') query = query.where(sql<boolean>`${deletedAt} is not null`)
  if (filter.group !== undefined) query = query.where('datasets.group_id', '=', filter.group)
  if (filter.ids !== undefined) query = query.where('datasets.id', 'in', filter.ids)
  if (filter.name !== undefined) query = query.where(contains('dataset_groups.name', filter.name))
  if (filter.author !== undefined)
    query = query.where(madeBy(workspace, filter.author, 'dataset-group', 'dataset_groups.id'))
  if (filter.mapping)
    query = query.where(standsFor(workspace, filter.mapping, 'dataset-group', 'dataset_groups.id'))
  return query
}

export const countDatasets = (db: Database, workspace: WorkspaceId, filter: DatasetFilter) =>
  countRows(filtered(db, workspace, filter))

export async function selectDatasets(
  db: Database,
  workspace: WorkspaceId,
  filter: DatasetFilter,
  { sort_by, sort_order, ...page }: ListPage,
): Promise<DatasetRow[]> {
  const column = sort_by === 'name' ? 'dataset_groups.name' : (`datasets.${sort_by}` as const)
  const { limit, offset } = rowsOfPage(page)
  return filtered(db, workspace, filter)
    .selectAll('datasets')
    .orderBy(column, sort_order)
    .orderBy('datasets.id', sort_order)
    .limit(limit)
    .offset(offset)
    .execute()
}
