import { randomUUIDv7 } from 'node:crypto'
import { compileWorkflow, type WorkflowDefinition } from '../../engine/workflow/index.ts'
import { recordAuthor } from '../authors/index.ts'
import type { Context } from '../context.ts'
import type { Store, Tx, WorkflowRow, WorkflowVersionRow } from '../db/index.ts'
import { listExternalIds } from '../external-ids/index.ts'
import type { Caller } from '../http/caller.ts'
import { presentCreated } from './present.ts'
import { refuseRecursion } from './refuse-recursion.ts'
import { edgeDocument, nodeDocument, versionOf, type WorkflowVersion } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

interface NewVersion {
  readonly definition: WorkflowDefinition
  readonly commitMessage: string | null
  /** The labels that are moved to this version. */
  readonly labels: readonly string[]
}

/** Adds the next version. The caller must hold the registry lock, so that numbers have no gaps. */
async function saveVersion(
  store: Store,
  tx: Tx,
  caller: Caller,
  workflow: WorkflowRow,
  { definition, commitMessage, labels }: NewVersion,
  now: number,
): Promise<WorkflowVersion> {
  const { workspace } = caller
  const row: WorkflowVersionRow = {
    workspace_id: workspace,
    id: await store.nextId(tx, 'workflow_version_ids'),
    workflow_id: workflow.id,
    version_number: workflow.latest_version + 1,
    nodes: JSON.stringify(definition.nodes.map((node) => nodeDocument(node, randomUUIDv7()))),
    edges: JSON.stringify(definition.edges.map((edge) => edgeDocument(edge, randomUUIDv7()))),
    input_variables: JSON.stringify(definition.inputs),
    commit_message: commitMessage,
    created_at: now,
  }
  await workflowRegistry.versions.insert(tx, row)
  await recordAuthor(tx, caller, { kind: 'workflow-version', id: row.id })
  await workflowRegistry.update(tx, workspace, workflow.id, {
    latest_version: row.version_number,
    updated_at: now,
  })
  for (const name of new Set(labels))
    await workflowRegistry.putLabel(store, tx, workspace, { entity: workflow.id, name, version: row.id }, now)
  return versionOf(row)
}

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
