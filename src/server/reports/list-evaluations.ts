import type { Database, ReportRow } from '../db/index.ts'
import { listExternalIdsOfMany } from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { countRunning } from './cell-queries.ts'
import { countComputed, countPipelines, selectPipelines, selectRunsOf } from './list-queries.ts'
import { presentEvaluation, presentRun } from './present.ts'

export const listEvaluations: Handler<'listEvaluations'> = async ({ store }, { caller, query }) => {
  const { workspace } = caller
  const { page, per_page } = query
  const db = store.scan
  refuseOtherWorkspace(workspace, query.workspace_id)
  const total = await countPipelines(db, workspace, query)
  const rows = total === 0 ? [] : await selectPipelines(db, workspace, query)
  const ids = rows.map(({ id }) => id)
  const externalIds = await listExternalIdsOfMany(db, workspace, 'report', ids)
  const runs = query.include_runs ? await runsOf(db, workspace, rows) : null
  return {
    success: true as const,
    message: 'These are the evaluations.',
    evaluations: rows.map((row) => ({
      ...presentEvaluation(row),
      ...(runs && { runs: runs.get(row.id) ?? [] }),
      external_ids: externalIds.get(String(row.id)) ?? [],
    })),
    page,
    per_page,
    total,
    pages: Math.ceil(total / per_page),
  }
}

async function runsOf(db: Database, workspace: WorkspaceId, pipelines: readonly ReportRow[]) {
  const runs = await selectRunsOf(
    db,
    workspace,
    pipelines.map(({ id }) => id),
  )
  const ids = runs.map(({ id }) => id)
  const columns = await countComputed(db, workspace, ids)
  const running = await countRunning(db, workspace, ids)
  const present = (run: ReportRow) => presentRun(run, columns.get(run.id) ?? 0, running.get(run.id) ?? 0)
  const byPipeline = Map.groupBy(runs, ({ parent_report_id }) => parent_report_id!)
  return new Map([...byPipeline].map(([id, rows]) => [id, rows.map(present)]))
}
