import { sql } from 'kysely'
import {
  changeRows,
  chunksOf,
  type Database,
  insertRows,
  selectOne,
  type Tx,
  type WorkflowRunNodeRow,
  type WorkflowRunRow,
} from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export const insertRun = (tx: Tx, row: WorkflowRunRow) => insertRows(tx, 'workflow_runs', row)

export const findRun = (db: Database | Tx, workspace: WorkspaceId, id: number) =>
  selectOne(db, 'workflow_runs', { workspace_id: workspace, id })

export async function listRunNodes(db: Database | Tx, workspace: WorkspaceId, run: number) {
  return db
    .selectFrom('workflow_run_nodes')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('run_id', '=', run)
    .execute()
}

/** Inserts or updates nodes. A node that has ended stays as it is. */
export async function putRunNodes(tx: Tx, rows: readonly WorkflowRunNodeRow[]) {
  for (const chunk of chunksOf(rows)) await upsertRunNodes(tx, chunk).execute()
}

/** As `putRunNodes`, but returns the statements. */
export const runNodeStatements = (db: Database, rows: readonly WorkflowRunNodeRow[]) =>
  Array.from(chunksOf(rows), (chunk) => upsertRunNodes(db, chunk).compile())

const upsertRunNodes = (db: Database | Tx, rows: readonly WorkflowRunNodeRow[]) =>
  db
    .insertInto('workflow_run_nodes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'run_id', 'position'])
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          document: eb.ref('excluded.document'),
          request_ids: eb.ref('excluded.request_ids'),
          finished_at: eb.ref('excluded.finished_at'),
        }))
        .where(sql<boolean>`workflow_run_nodes.status = 'RUNNING'`),
    )

/** Ends a run; false if it had ended before. */
export const endRun = async (
  tx: Tx,
  workspace: WorkspaceId,
  id: number,
  change: Pick<WorkflowRunRow, 'state' | 'finished_at'>,
): Promise<boolean> =>
  (await changeRows(tx, 'workflow_runs', { workspace_id: workspace, id, state: 'running' }, change)) === 1

/** Most characters of a run's input that a list of runs reads. */
const inputStart = 2_000

export async function listRunRows(
  db: Database,
  workspace: WorkspaceId,
  workflow: number,
  { before, limit }: { before: number | undefined; limit: number },
) {
  let query = db
    .selectFrom('workflow_runs')
    .select(['id', 'workflow_id', 'version_id', 'state', 'trace_id', 'created_at', 'finished_at'])
    .select((run) =>
      run
        .selectFrom('workflow_run_nodes')
        .whereRef('workflow_run_nodes.workspace_id', '=', 'workflow_runs.workspace_id')
        .whereRef('workflow_run_nodes.run_id', '=', 'workflow_runs.id')
        .where('status', '=', 'FAILED')
        .select(({ fn }) => fn.countAll<number | string>().as('failed'))
        .as('failed'),
    )
    .select((run) =>
      run
        .selectFrom('workflow_versions')
        .whereRef('workflow_versions.workspace_id', '=', 'workflow_runs.workspace_id')
        .whereRef('workflow_versions.id', '=', 'workflow_runs.version_id')
        .select('version_number')
        .as('version_number'),
    )
    .select(({ fn, lit }) =>
      fn<string>('substr', ['input_variables', lit(1), lit(inputStart)]).as('input_start'),
    )
    .where('workspace_id', '=', workspace)
    .where('workflow_id', '=', workflow)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
