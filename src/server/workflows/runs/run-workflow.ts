import { inputWarning } from '../../../engine/workflow/index.ts'
import { Answer, type Handler } from '../../http/handler.ts'
import { versionOf } from '../version.ts'
import { workflowRegistry } from '../workflow-registry.ts'
import { jobRunOf, runKind } from './job-kinds.ts'
import { insertRun } from './run-queries.ts'
import { newTraceId } from './spans.ts'

export const runWorkflow: Handler<'runWorkflow'> = async (context, { caller, params, body }) => {
  const { store, jobs, now } = context
  const { workspace } = caller
  const workflow = await workflowRegistry.get(store.db, workspace, params.workflow_name)
  const row = await workflowRegistry.getVersion(store.db, workspace, workflow, {
    label: body?.workflow_label_name,
    version: body?.workflow_version_number,
  })
  const version = versionOf(row)
  const inputs = body?.input_variables ?? {}
  const id = await store.transact(async (tx) => {
    const run = await store.nextId(tx, 'workflow_run_ids')
    await insertRun(tx, {
      workspace_id: workspace,
      id: run,
      workflow_id: workflow.id,
      version_id: version.id,
      state: 'running',
      input_variables: JSON.stringify(inputs),
      metadata: JSON.stringify(body?.metadata ?? {}),
      all_outputs: body?.return_all_outputs ? 1 : 0,
      channel_suffix: body?.channel_name_suffix ?? null,
      callback_url: body?.callback_url ?? null,
      trace_id: newTraceId(),
      created_at: now(),
      finished_at: null,
    })
    await jobs.enqueue(tx, workspace, [{ kind: runKind, run: jobRunOf(run), turn: 0, payload: { run } }])
    return run
  })
  jobs.wake()
  return new Answer(body?.callback_url == null ? 201 : 202, {
    success: true as const,
    message: 'The workflow runs.',
    warning: inputWarning(Object.keys(version.inputs), inputs),
    workflow_version_execution_id: id,
  })
}
