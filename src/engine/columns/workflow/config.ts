import { z } from 'zod'
import type { Json } from '../../json/json.ts'
import { filledText, notBoth, orNull, wholeNumber } from '../config/fields.ts'
import type { Spelling } from '../config/read.ts'
import type { WorkflowNeed } from '../need.ts'

const MAX_ID = 2_147_483_647

export const workflowFields = {
  workflow_id: orNull(
    z.union([wholeNumber(1, MAX_ID), filledText()], 'must be the id or the name of a workflow.'),
  ),
  workflow_version_id: orNull(wholeNumber(1, MAX_ID)),
  workflow_version_number: orNull(wholeNumber(1, MAX_ID)),
  workflow_label: orNull(filledText('the name of a label')),
}

type WorkflowConfig = z.output<z.ZodObject<typeof workflowFields>>

/**
 * A check for `superRefine`: requires a workflow or one version, and at most one field that selects the
 * version.
 */
export function oneWorkflow(config: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  if (config['workflow_id'] == null && config['workflow_version_id'] == null) {
    context.addIssue({ code: 'custom', path: ['workflow_id'], message: 'is required.' })
  }
  notBoth('workflow_version_number', 'workflow_label')(config, context)
}

export const workflowSpelling: Spelling = (configInput) => {
  for (const [from, to] of [
    ['input_variables', 'input_mappings'],
    ['workflow_name', 'workflow_id'],
    ['workflow_label_name', 'workflow_label'],
  ] as const) {
    if (configInput[from] === undefined || configInput[to] !== undefined) continue
    configInput[to] = configInput[from]
    delete configInput[from]
  }
}

/** A version that is named by its id alone has workflow 0, which means the workflow of the version. */
export function workflowNeed(
  config: WorkflowConfig,
  variables: Readonly<Record<string, Json>>,
  allOutputs: boolean,
): WorkflowNeed {
  return {
    kind: 'workflow',
    workflow: config.workflow_id ?? 0,
    ...(config.workflow_version_number == null ? {} : { version: config.workflow_version_number }),
    ...(config.workflow_version_id == null ? {} : { versionId: config.workflow_version_id }),
    ...(config.workflow_label == null ? {} : { label: config.workflow_label }),
    variables,
    allOutputs,
  }
}
