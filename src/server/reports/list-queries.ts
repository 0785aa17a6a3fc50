import { madeBy } from '../authors/index.ts'
import {
  chunksOf,
  contains,
  countRows,
  type Database,
  type ListPage,
  madeWithin,
  type ReportRow,
  rowsOfPage,
  type TimeBounds,
} from '../db/index.ts'
import { type Mapping, standsFor } from '../external-ids/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

export interface ReportFilter {
  readonly mapping: Mapping | undefined
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
  readonly times: TimeBounds
  /** The email address of the author. */
  readonly author: string | undefined
}

function pipelines(db: Database, workspace: WorkspaceId, filter: ReportFilter) {
  let query = db
    .selectFrom('reports')
    .where('workspace_id', '=', workspace)
    .where('is_blueprint', '=', 1)
    .where(madeWithin('reports', filter.times))
  if (filter.status !== 'all')
    query = query.where('deleted_at', filter.status === 'active' ? 'is' : 'is not', null)
  if (filter.author !== undefined)
    query = query.where(madeBy(workspace, filter.author, 'report', 'reports.id'))
  if (filter.mapping) query = query.where(standsFor(workspace, filter.mapping, 'report', 'reports.id'))
  if (filter.name !== undefined) query = query.where(contains('name', filter.name))
  return query
}

export const countPipelines = (db: Database, workspace: WorkspaceId, filter: ReportFilter) =>
  countRows(pipelines(db, workspace, filter))

export async function selectPipelines(
  db: Database,
  workspace: WorkspaceId,
  filter: ReportFilter,
  { sort_by, sort_order, ...page }: ListPage,
): Promise<ReportRow[]> {
  const { limit, offset } = rowsOfPage(page)
  return pipelines(db, workspace, filter)
    .selectAll()
    .orderBy(sort_by, sort_order)
    .orderBy('id', sort_order)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Maximum runs that are shown for a pipeline, the latest. */
const maxRuns = 100

/** Selects the newest first. */
export async function selectRunsOf(db: Database, workspace: WorkspaceId, pipeline: number) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('parent_report_id', '=', pipeline)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(maxRuns)
    .execute()
}

/** Number of computed columns by report id. */
export async function countComputed(db: Database, workspace: WorkspaceId, reports: readonly number[]) {
  const counts = new Map<number, number>()
  for (const chunk of chunksOf(reports)) {
    const rows = await db
      .selectFrom('report_columns')
      .select(({ fn }) => ['report_id', fn.countAll<number>().as('count')])
      .where('workspace_id', '=', workspace)
      .where('report_id', 'in', chunk)
      .where('column_type', '<>', 'DATASET')
      .groupBy('report_id')
      .execute()
    for (const { report_id, count } of rows) counts.set(report_id, Number(count))
  }
  return counts
}
