import { Refusal } from '../../engine/refusal.ts'
import type { ToolRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { getTool, getVersion } from './find-tool.ts'
import { findLabel, findLabelByName, insertLabel, pointLabel, removeLabel } from './label-queries.ts'
import { presentLabel } from './present.ts'

export const createToolLabel: Handler<'createToolLabel'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await getTool(tx, workspace, params.identifier)
    if (await findLabelByName(tx, workspace, tool.id, body.name))
      throw new Refusal('conflict', 'The tool has this release label already; move it instead.')
    const version = await getVersion(tx, workspace, tool, { version: body.version_number })
    const time = now()
    const label = {
      workspace_id: workspace,
      id: await store.nextId(tx, 'tool_label_ids'),
      tool_id: tool.id,
      name: body.name,
      version_id: version.id,
      created_at: time,
      updated_at: time,
    }
    await insertLabel(tx, label)
    return { success: true as const, label: presentLabel({ ...label, version_number: version.number }) }
  })
}

export const moveToolLabel: Handler<'moveToolLabel'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await getTool(tx, workspace, params.identifier)
    const label = await getLabel(tx, workspace, tool, params.label_id)
    const version = await getVersion(tx, workspace, tool, { version: body.version_number })
    const time = now()
    await pointLabel(tx, workspace, label.id, version.id, time)
    const moved = { ...label, version_id: version.id, version_number: version.number, updated_at: time }
    return { success: true as const, label: presentLabel(moved) }
  })
}

export const deleteToolLabel: Handler<'deleteToolLabel'> = async ({ store }, { caller, params }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await getTool(tx, workspace, params.identifier)
    const label = await getLabel(tx, workspace, tool, params.label_id)
    await removeLabel(tx, workspace, label.id)
    return { success: true as const }
  })
}

async function getLabel(tx: Tx, workspace: WorkspaceId, tool: ToolRow, id: number) {
  const label = await findLabel(tx, workspace, tool.id, id)
  if (!label) throw new Refusal('not_found', 'The tool has no such release label.')
  return label
}
