import { randomUUIDv7 } from 'node:crypto'
import type { WorkflowDefinition } from '../../engine/workflow/index.ts'
import { noteAuthor } from '../authors/index.ts'
import type { Store, Tx, WorkflowRow, WorkflowVersionRow } from '../db/index.ts'
import type { Caller } from '../http/caller.ts'
import { edgeDocument, nodeDocument, versionOf, type WorkflowVersion } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

export interface NewVersion {
  readonly definition: WorkflowDefinition
  readonly commitMessage: string | null
  /** The labels that are moved to this version. */
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
  for (const name of new Set(labels))
    await workflowRegistry.putLabel(store, tx, workspace, { entity: workflow.id, name, version: row.id }, now)
  return versionOf(row)
}
