import { finalOutput } from '../../../engine/workflow/index.ts'
import type { Context } from '../../context.ts'
import type { Tx, WorkflowRunRow, WorkflowRunState } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { callbackKind } from './job-kinds.ts'
import type { LoadedRun } from './load-run.ts'
import { type NodeRecord, rowOf } from './record.ts'
import { endRun, putRunNodes } from './run-queries.ts'
import { finalRecords, statesOf } from './states.ts'

/** Ends a run, only once, and enqueues its callback. The caller must wake the job workers after the commit. */
export async function finishRun(
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  run: WorkflowRunRow,
  state: WorkflowRunState,
): Promise<boolean> {
  const isFirst = await endRun(tx, workspace, run.id, { state, finished_at: now() })
  if (isFirst && run.callback_url !== null)
    await jobs.enqueue(tx, workspace, [
      { kind: callbackKind, run: `${callbackKind} ${run.id}`, turn: 0, payload: { run: run.id } },
    ])
  return isFirst
}

/** Ends a run whose nodes have not all ended. Each of those nodes gets `failure`. */
export async function abandonRun(
  context: Pick<Context, 'jobs' | 'now'>,
  tx: Tx,
  workspace: WorkspaceId,
  { run, version, records }: LoadedRun,
  state: WorkflowRunState,
  failure: { readonly code: string; readonly message: string },
): Promise<NodeRecord[]> {
  if (!(await finishRun(context, tx, workspace, run, state))) return []
  const final = finalRecords(version, records, failure, context.now())
  await putRunNodes(
    tx,
    final.map((record) => rowOf(workspace, run.id, record)),
  )
  return final
}

/** The output of a run, as clients receive it. */
export const outputOf = ({ run, version, records }: LoadedRun) =>
  finalOutput(statesOf(version, records), run.all_outputs === 1)
