import { sql } from 'kysely'
import { chunksOf, containing, type Database, type ReportRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface ReportFilter {
  /** Ids of those that are meant; nothing: all. */
  readonly among?: readonly number[] | undefined
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  readonly updatedAfter?: number | undefined
  readonly updatedBefore?: number | undefined
}

export interface ReportOrder {
  readonly by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly direction: 'asc' | 'desc'
}

function pipelines(db: Database, workspace: WorkspaceId, filter: ReportFilter) {
  let query = db.selectFrom('reports').where('workspace_id', '=', workspace).where('is_blueprint', '=', 1)
  if (filter.status !== 'all')
    query = query.where('deleted_at', filter.status === 'active' ? 'is' : 'is not', null)
  if (filter.among !== undefined) query = query.where('id', 'in', filter.among)
  if (filter.name !== undefined)
    query = query.where(sql<boolean>`lower(name) like ${containing(filter.name)} escape '\\'`)
  if (filter.createdAfter !== undefined) query = query.where('created_at', '>=', filter.createdAfter)
  if (filter.createdBefore !== undefined) query = query.where('created_at', '<=', filter.createdBefore)
  if (filter.updatedAfter !== undefined) query = query.where('updated_at', '>=', filter.updatedAfter)
  if (filter.updatedBefore !== undefined) query = query.where('updated_at', '<=', filter.updatedBefore)
  return query
}

export async function countPipelines(db: Database, workspace: WorkspaceId, filter: ReportFilter) {
  const row = await pipelines(db, workspace, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function selectPipelines(
  db: Database,
  workspace: WorkspaceId,
  filter: ReportFilter,
  { by, direction }: ReportOrder,
  page: { readonly offset: number; readonly limit: number },
): Promise<ReportRow[]> {
  return pipelines(db, workspace, filter)
    .selectAll()
    .orderBy(by, direction)
    .orderBy('id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Of each pipeline, its latest runs; those under way among them. */
const mostRuns = 100

/** Newest first. */
export async function selectRunsOf(db: Database, workspace: WorkspaceId, pipeline: number) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('parent_report_id', '=', pipeline)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(mostRuns)
    .execute()
}

/** How many columns each report computes. */
export async function countComputed(db: Database, workspace: WorkspaceId, reports: readonly number[]) {
  const counts = new Map<number, number>()
  for (const some of chunksOf(reports)) {
    const rows = await db
      .selectFrom('report_columns')
      .select(({ fn }) => ['report_id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspace)
      .where('report_id', 'in', some)
      .where('column_type', '<>', 'DATASET')
      .groupBy('report_id')
      .execute()
    for (const { report_id, count } of rows) counts.set(report_id, Number(count))
  }
  return counts
}
