import type { Body, Endpoints } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { recordAuthor } from '../authors/index.ts'
import type { Store, ToolRow, Tx } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { checkFolder } from '../folders/index.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bumpRegistryRevision } from '../workspaces/index.ts'
import { presentTool, presentVersion } from './present.ts'
import { saveVersion } from './save-version.ts'
import { toolRegistry } from './tool-registry.ts'

type NewTool = Body<Endpoints['createTool']>

export const createTool: Handler<'createTool'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const time = now()
    if (body.folder_id != null) await checkFolder(tx, workspace, body.folder_id)
    await refuseTakenName(tx, workspace, body.name)
    const tool = await addTool(store, tx, workspace, body, time)
    const version = await saveVersion(store, tx, workspace, tool, body, time)
    const entity = { kind: 'tool', id: tool.id } as const
    await recordAuthor(tx, caller, entity)
    await attachAll(tx, workspace, entity, body.external_ids ?? [], time)
    return {
      success: true as const,
      tool_registry: presentTool(tool),
      version: presentVersion(version),
      external_ids: await listExternalIds(tx, workspace, entity),
    }
  })
}

async function refuseTakenName(tx: Tx, workspace: WorkspaceId, name: string) {
  if (await toolRegistry.findByName(tx, workspace, name))
    throw new Refusal('conflict', `There is a tool called ${name} already; add a version to it.`)
  if (await toolRegistry.isId(tx, workspace, name))
    throw new Refusal('invalid', `${name} is the id of another tool, so it cannot be a new name`, {
      loc: ['body', 'name'],
      type: 'name_is_id',
    })
}

async function addTool(
  store: Store,
  tx: Tx,
  workspace: WorkspaceId,
  { name, description, folder_id }: NewTool,
  now: number,
): Promise<ToolRow> {
  const tool: ToolRow = {
    workspace_id: workspace,
    id: await toolRegistry.newId(store, tx, workspace),
    name,
    description: description ?? null,
    folder_id: folder_id ?? null,
    latest_version: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await toolRegistry.insert(tx, tool)
  return tool
}

/** Creates a version. Templates that use the newest version get this one at their next read. */
export const createToolVersion: Handler<'createToolVersion'> = async (
  { store, now },
  { caller, params, body },
) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    await bumpRegistryRevision(tx, workspace)
    const tool = await toolRegistry.get(tx, workspace, params.identifier)
    const version = await saveVersion(store, tx, workspace, tool, body, now())
    return { success: true as const, version: presentVersion(version) }
  })
}
