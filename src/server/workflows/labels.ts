import { Refusal } from '../../engine/refusal.ts'
import type { Tx, WorkflowRow } from '../db/index.ts'
import { Answer, ChangeAnswer, type Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentLabel } from './present.ts'
import { refuseRecursion } from './refuse-recursion.ts'
import { versionOf } from './version.ts'
import { workflowRegistry } from './workflow-registry.ts'

export const createWorkflowLabel: Handler<'createWorkflowLabel'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, workspace, params.workflow_id)
    if (await workflowRegistry.labels.findByName(tx, workspace, workflow.id, body.name))
      throw new Refusal('conflict', 'The workflow has this release label already; move it instead.', {
        loc: ['body', 'name'],
      })
    const version = await labelledVersion(tx, workspace, workflow, body.version_number)
    const target = { entity: workflow.id, name: body.name, version: version.id }
    const label = await workflowRegistry.addLabel(store, tx, workspace, target, now())
    return new Answer(201, answerOf(presentLabel({ ...label, version_number: version.number })))
  })
}

export const moveWorkflowLabel: Handler<'moveWorkflowLabel'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, workspace, params.workflow_id)
    const label = await getLabel(tx, workspace, workflow, params.label_id)
    const version = await labelledVersion(tx, workspace, workflow, body.version_number)
    await workflowRegistry.labels.point(tx, workspace, label.id, version.id, now())
    const moved = { ...label, version_id: version.id, version_number: version.number }
    return new ChangeAnswer(200, answerOf(presentLabel(moved)), { label: presentLabel(label) })
  })
}

export const deleteWorkflowLabel: Handler<'deleteWorkflowLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const workflow = await lockWorkflow(tx, workspace, params.workflow_id)
    const label = await getLabel(tx, workspace, workflow, params.label_id)
    await workflowRegistry.labels.remove(tx, workspace, label.id)
    return new ChangeAnswer(200, { success: true as const }, { label: presentLabel(label) })
  })
}

const answerOf = (label: ReturnType<typeof presentLabel>) => ({ success: true as const, label })

/** The registry lock, so that labels and versions change one at a time. */
async function lockWorkflow(tx: Tx, workspace: WorkspaceId, id: number): Promise<WorkflowRow> {
  await bumpRegistryRevision(tx, workspace)
  return workflowRegistry.get(tx, workspace, id)
}

async function getLabel(tx: Tx, workspace: WorkspaceId, workflow: WorkflowRow, id: number) {
  const labels = await workflowRegistry.labels.listOf(tx, workspace, workflow.id)
  const label = labels.find((candidate) => candidate.id === id)
  if (!label) throw new Refusal('not_found', 'The workflow has no such release label.')
  return label
}

/** The version that gets a label. @throws Refusal if it would run its own workflow. */
async function labelledVersion(tx: Tx, workspace: WorkspaceId, workflow: WorkflowRow, number: number) {
  const version = versionOf(await workflowRegistry.getVersion(tx, workspace, workflow, { version: number }))
  await refuseRecursion(tx, workspace, workflow, version, 'version_number')
  return version
}
