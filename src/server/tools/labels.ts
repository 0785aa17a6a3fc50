import { Refusal } from '../../engine/refusal.ts'
import type { ToolLabelRow, ToolRow, ToolVersionRow, Tx } from '../db/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentLabel } from './present.ts'
import { toolRegistry } from './tool-registry.ts'

export const createToolLabel: Handler<'createToolLabel'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    if (await toolRegistry.labels.findByName(tx, workspace, tool.id, body.name))
      throw new Refusal('conflict', 'The tool has this release label already; move it instead.')
    const version = await toolRegistry.getVersion(tx, workspace, tool, { version: body.version_number })
    const target = { entity: tool.id, name: body.name, version: version.id }
    const label = await toolRegistry.addLabel(store, tx, workspace, target, now())
    return answer(label, version)
  })
}

export const moveToolLabel: Handler<'moveToolLabel'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    const label = await getLabel(tx, workspace, tool, params.label_id)
    const version = await toolRegistry.getVersion(tx, workspace, tool, { version: body.version_number })
    const time = now()
    await toolRegistry.labels.point(tx, workspace, label.id, version.id, time)
    return answer({ ...label, version_id: version.id, updated_at: time }, version)
  })
}

export const deleteToolLabel: Handler<'deleteToolLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    const label = await getLabel(tx, workspace, tool, params.label_id)
    await toolRegistry.labels.remove(tx, workspace, label.id)
    return { success: true as const }
  })
}

async function getLabel(tx: Tx, workspace: WorkspaceId, tool: ToolRow, id: number) {
  const label = await toolRegistry.labels.findById(tx, workspace, id)
  if (label?.tool_id !== tool.id) throw new Refusal('not_found', 'The tool has no such release label.')
  return label
}

const answer = (label: ToolLabelRow, { version_number }: ToolVersionRow) => ({
  success: true as const,
  label: presentLabel({ ...label, version_number }),
})
