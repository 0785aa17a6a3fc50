import { type Invoke, unlessAbsent } from '../http/invoke.ts'
import { workflow, workflowInputs } from './content/index.ts'

/** Creates the workflow and its runs, unless an interrupted attempt did. Returns its id. */
export async function makeWorkflow(
  invoke: Invoke,
  folder_id: number | null,
  until: (hasEnded: () => Promise<boolean>) => Promise<void>,
): Promise<number> {
  const params = { workflow_id_or_name: workflow.name }
  const stored = await unlessAbsent(invoke('readWorkflow', { params, query: {} }))
  const { workflow_id } = stored ?? (await invoke('createWorkflow', { body: { ...workflow, folder_id } }))
  const { runs } = await invoke('listWorkflowRuns', { query: { workflow_id } })
  for (const input_variables of workflowInputs.slice(runs.length)) {
    const { workflow_version_execution_id } = await invoke('runWorkflow', {
      params: { workflow_name: workflow.name },
      body: { input_variables },
    })
    const run = { params: { workflow_version_execution_id } }
    await until(async () => (await invoke('readWorkflowRun', run)).run.state !== 'running')
  }
  return workflow_id
}
