import { columnTypes, type JsonObject, type WorkflowNeed } from '../columns/index.ts'
import type { WorkflowDefinition } from './definition.ts'

/** Names a version of a workflow. `workflow` is 0 if only the id of the version is stated. */
export type WorkflowChoice = Pick<WorkflowNeed, 'workflow' | 'version' | 'versionId' | 'label'>

export interface CalledWorkflow extends WorkflowChoice {
  readonly node: string
}

/** Workflows that a definition runs as nodes. */
export function calledWorkflows({ nodes }: WorkflowDefinition): readonly CalledWorkflow[] {
  return nodes.flatMap(({ name, type, configuration }) => {
    const call = callOf(type, configuration)
    return call ? [{ node: name, ...call }] : []
  })
}

function callOf(type: string, configuration: JsonObject): WorkflowChoice | null {
  if (type === 'WORKFLOW') return choiceOf(columnTypes.WORKFLOW.config(configuration))
  if (type !== 'FOR_LOOP' && type !== 'WHILE_LOOP') return null
  const config = columnTypes[type].config(configuration) as { loop_type: string; workflow_config?: unknown }
  return config.loop_type === 'workflow' ? choiceOf(config.workflow_config) : null
}

function choiceOf(config: unknown): WorkflowChoice {
  const { workflow_id, workflow_version_id, workflow_version_number, workflow_label } = config as Partial<{
    workflow_id: number | string | null
    workflow_version_id: number | null
    workflow_version_number: number | null
    workflow_label: string | null
  }>
  return {
    workflow: workflow_id ?? 0,
    ...(workflow_version_id != null && { versionId: workflow_version_id }),
    ...(workflow_version_number != null && { version: workflow_version_number }),
    ...(workflow_label != null && { label: workflow_label }),
  }
}
