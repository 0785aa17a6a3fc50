import { Refusal } from '../../engine/refusal.ts'
import {
  type CalledWorkflow,
  calledWorkflows,
  type WorkflowChoice,
  type WorkflowDefinition,
} from '../../engine/workflow/index.ts'
import type { Database, Tx, WorkflowRow } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { versionOf, type WorkflowVersion } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

/** Maximum versions that are checked for one publication. Runs also have a depth limit. */
const maxVersions = 500

/**
 * @throws Refusal if a version would run its own workflow, at any depth, with the present labels and latest versions.
 * The depth limit of runs covers later changes. Unknown workflows are accepted.
 */
export async function refuseRecursion(
  tx: Tx,
  workspace: WorkspaceId,
  workflow: WorkflowRow,
  definition: WorkflowDefinition,
  /** The field of the body that names the version. */
  field = 'nodes',
): Promise<void> {
  const visited = new Set<number>()
  const queue = calledWorkflows(definition).map((call) => ({ call, path: [call.node] }))
  for (const { call, path } of queue) {
    const version = await chosenVersion(tx, workspace, call)
    if (isItself(workflow, version, call)) throw recursion(workflow, path, field)
    if (!version || visited.has(version.id)) continue
    if (visited.size >= maxVersions)
      throw new Refusal('bad_request', `The workflow contains more than ${maxVersions} other workflows.`)
    visited.add(version.id)
    for (const inner of calledWorkflows(version)) queue.push({ call: inner, path: [...path, inner.node] })
  }
}

function isItself(
  workflow: WorkflowRow,
  version: WorkflowVersion | undefined,
  { workflow: workflowId }: CalledWorkflow,
): boolean {
  return version?.workflowId === workflow.id || workflowId === workflow.id || workflowId === workflow.name
}

function recursion({ name }: WorkflowRow, path: readonly string[], field: string): Refusal {
  const nodes = path.map((node) => `"${node}"`).join(' -> ')
  return new Refusal('bad_request', `The workflow "${name}" would run itself, through node ${nodes}.`, {
    loc: ['body', field],
  })
}

/** The version that would run now; undefined if there is none. */
export async function chosenVersion(
  db: Database | Tx,
  workspace: WorkspaceId,
  { workflow: workflowId, versionId, version, label }: WorkflowChoice,
): Promise<WorkflowVersion | undefined> {
  if (versionId !== undefined) {
    const row = await workflowRegistry.versions.findById(db, workspace, versionId)
    const owner = row && (await workflowRegistry.find(db, workspace, row.workflow_id))
    if (!row || !owner || (workflowId !== 0 && workflowId !== owner.id && workflowId !== owner.name))
      return undefined
    return versionOf(row)
  }
  const workflow = await workflowRegistry.find(db, workspace, workflowId)
  if (!workflow) return undefined
  const row = await workflowRegistry.findVersion(db, workspace, workflow, { version, label })
  return row && versionOf(row)
}
