import type { Handler } from '../../http/handler.ts'
import { abandonRun } from './end-run.ts'
import { jobRunOf } from './job-kinds.ts'
import { getRun } from './load-run.ts'

const cancelled = { code: 'cancelled', message: 'The run was cancelled.' }

export const cancelWorkflowRun: Handler<'cancelWorkflowRun'> = async (context, { caller, params }) => {
  const { store, jobs, changes } = context
  const { workspace } = caller
  const id = params.workflow_version_execution_id
  const state = await store.transact(async (tx) => {
    // Cancelling the job comes first: it waits for a write that the job has begun, and prevents later writes.
    await jobs.cancel(tx, workspace, jobRunOf(id))
    const loaded = await getRun(tx, workspace, id)
    if (loaded.run.state !== 'running') return loaded.run.state
    await abandonRun(context, tx, workspace, loaded, 'cancelled', cancelled)
    return 'cancelled' as const
  })
  jobs.cancelled(jobRunOf(id))
  jobs.wake()
  changes.notify(workspace)
  return { success: true as const, state }
}
