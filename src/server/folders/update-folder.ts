import { checkPlacement } from '../../engine/folders/index.ts'
import { listExternalIds } from '../external-ids/index.ts'
import type { Handler } from '../http/handler.ts'
import { presentFolder } from './present.ts'
import { updateFolders } from './queries.ts'
import { getFolder, lockTree } from './tree.ts'

export const updateFolder: Handler<'updateFolder'> = async ({ store, now }, { caller, params, body }) => {
  const { workspace } = caller
  return store.transact(async (tx) => {
    const tree = await lockTree(tx, workspace)
    const folder = getFolder(tree, params.folder_id)
    const { name = folder.name, parent_id: parent = folder.parent_id } = body
    if (parent !== null) getFolder(tree, parent)
    checkPlacement(tree, parent, [{ id: folder.id, name }])
    const change = { name, parent_id: parent, updated_at: now() }
    await updateFolders(tx, workspace, [folder.id], change)
    const externalIds = await listExternalIds(tx, workspace, { kind: 'folder', id: folder.id })
    return { success: true as const, folder: presentFolder(tree, { ...folder, ...change }, externalIds) }
  })
}
