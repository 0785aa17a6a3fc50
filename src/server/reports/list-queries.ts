import { sql } from 'kysely'
import { chunksOf, contains, countRows, type Database, type ListPage, type ReportRow } from '../db/index.ts'
import { type ListFilter, matchesFilter, pageOf } from '../registry/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface ReportFilter extends ListFilter {
  readonly name?: string | undefined
  readonly status: 'active' | 'deleted' | 'all'
}

function pipelines(db: Database, workspace: WorkspaceId, filter: ReportFilter) {
  let query = db
    .selectFrom('reports')
    .where('workspace_id', '=', workspace)
    .where('is_blueprint', '=', 1)
    .where(matchesFilter(workspace, 'report', 'reports', filter))
  const { name, status } = filter
  if (status !== 'all') query = query.where('deleted_at', status === 'active' ? 'is' : 'is not', null)
  if (name !== undefined) query = query.where(contains('name', name))
  return query
}

export const countPipelines = (db: Database, workspace: WorkspaceId, filter: ReportFilter) =>
  countRows(pipelines(db, workspace, filter))

export async function selectPipelines(
  db: Database,
  workspace: WorkspaceId,
  query: ReportFilter & ListPage,
): Promise<ReportRow[]> {
  return pageOf(pipelines(db, workspace, query).selectAll(), 'reports', query).execute()
}

/** Maximum runs that are shown for a pipeline, the latest. */
const maxRuns = 100

/** Selects the newest runs of each pipeline, the newest first. */
export async function selectRunsOf(
  db: Database,
  workspace: WorkspaceId,
  pipelines: readonly number[],
): Promise<ReportRow[]> {
  const runs: ReportRow[] = []
  for (const chunk of chunksOf(pipelines))
    runs.push(
      ...(await db
        .selectFrom((reports) =>
          reports
            .selectFrom('reports')
            .selectAll()
            .select(
              sql<number>`row_number() over (partition by parent_report_id order by id desc)`.as('position'),
            )
            .where('workspace_id', '=', workspace)
            .where('parent_report_id', 'in', chunk)
            .where('deleted_at', 'is', null)
            .as('runs'),
        )
        .selectAll()
        .where('position', '<=', sql.lit(maxRuns))
        .orderBy('id', 'desc')
        .execute()),
    )
  return runs
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
