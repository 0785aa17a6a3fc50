import { compileWorkflow, type WorkflowDefinition } from '../../engine/workflow/index.ts'
import type { Context } from '../context.ts'
import type { Tx, WorkflowRow } from '../db/index.ts'
import { listExternalIds } from '../external-ids/index.ts'
import type { Caller } from '../http/caller.ts'
import { presentCreated } from './present.ts'
import { refuseRecursion } from './refuse-recursion.ts'
import { type NewVersion, saveVersion } from './save-version.ts'
import { workflowRegistry } from './workflow-registry.ts'

/** Checks a definition and normalises its node types. @throws Refusal if the definition is not consistent. */
export function checkedDefinition(definition: WorkflowDefinition): WorkflowDefinition {
  const { nodes } = compileWorkflow(definition)
  return {
    ...definition,
    nodes: definition.nodes.map((node, index) => ({ ...node, type: nodes[index]!.type })),
  }
}

/** Saves the next version and presents it. The caller must hold the registry lock. */
export async function publishVersion(
  { store, now }: Context,
  tx: Tx,
  caller: Caller,
  workflow: WorkflowRow,
  version: NewVersion,
  baseVersion: number | null,
) {
  const { workspace } = caller
  await refuseRecursion(tx, workspace, workflow, version.definition)
  const saved = await saveVersion(store, tx, caller, workflow, version, now())
  const labels = await workflowRegistry.labels.listOf(tx, workspace, workflow.id)
  return presentCreated(workflow, saved, {
    baseVersion,
    labels: labels.filter(({ version_id }) => version_id === saved.id).map(({ name }) => name),
    externalIds: await listExternalIds(tx, workspace, { kind: 'workflow', id: workflow.id }),
  })
}
