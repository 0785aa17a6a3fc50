import { randomUUIDv7 } from 'node:crypto'
import type { WorkflowDefinition } from '../../engine/workflow/index.ts'
import { noteAuthor } from '../authors/index.ts'
import type { Store, Tx, WorkflowRow, WorkflowVersionRow } from '../db/index.ts'
import type { Caller, WorkspaceId } from '../http/caller.ts'
import { edgeDocument, nodeDocument, versionOf, type WorkflowVersion } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

export interface NewVersion {
  readonly definition: WorkflowDefinition
  readonly commitMessage: string | null
  /** Labels to move to this version. */
  readonly labels: readonly string[]
}

/** Adds the next version. The caller must hold the registry lock, so that numbers have no gaps. */
export async function saveVersion(
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
  await noteAuthor(tx, caller, { kind: 'workflow-version', id: row.id })
  await workflowRegistry.update(tx, workspace, workflow.id, {
    latest_version: row.version_number,
    updated_at: now,
  })
  for (const name of new Set(labels)) await moveOrAddLabel(store, tx, row, name, now)
  return versionOf(row)
}

async function moveOrAddLabel(store: Store, tx: Tx, version: WorkflowVersionRow, name: string, now: number) {
  const { id, workflow_id: entity } = version
  const workspace = version.workspace_id as WorkspaceId
  const label = await workflowRegistry.labels.findByName(tx, workspace, entity, name)
  if (label) await workflowRegistry.labels.point(tx, workspace, label.id, id, now)
  else await workflowRegistry.addLabel(store, tx, workspace, { entity, name, version: id }, now)
}
