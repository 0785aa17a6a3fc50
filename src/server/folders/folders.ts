import { checkCount, checkPlacement, foldersAt } from '../../engine/folders/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { recordAuthor } from '../authors/index.ts'
import type { FolderRow } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { presentFolder } from './present.ts'
import { insertFolder, updateFolders } from './queries.ts'
import { type Folders, getFolder, loadTree, lockTree, pathOf } from './tree.ts'

export const createFolder: Handler<'createFolder'> = async ({ store, now }, { caller, body }) => {
  const { workspace } = caller
  refuseOtherWorkspace(workspace, body.workspace_id)
  const parent = body.parent_id ?? null
  return store.transact(async (tx) => {
    const tree = await lockTree(tx, workspace)
    if (parent !== null) getFolder(tree, parent)
    checkCount(tree)
    checkPlacement(tree, parent, [{ id: null, name: body.name }])
    const time = now()
    const folder: FolderRow = {
      workspace_id: workspace,
      id: await store.nextId(tx, 'folder_ids'),
      parent_id: parent,
      name: body.name,
      created_at: time,
      updated_at: time,
    }
    await insertFolder(tx, folder)
    const entity = { kind: 'folder', id: folder.id } as const
    await recordAuthor(tx, caller, entity)
    await attachAll(tx, workspace, entity, body.external_ids ?? [], time)
    const externalIds = await listExternalIds(tx, workspace, entity)
    return { success: true as const, folder: presentFolder(tree, folder, externalIds) }
  })
}

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

export const resolveFolderId: Handler<'resolveFolderId'> = async ({ store }, { caller, query }) => {
  refuseOtherWorkspace(caller.workspace, query.workspace_id)
  return { id: folderAt(await loadTree(store.scan, caller.workspace), query.path) }
}

function folderAt(tree: Folders, path: string): number {
  const [folder, ...others] = foldersAt(tree, path)
  if (!folder) throw new Refusal('not_found', 'There is no folder at this path.')
  if (others.length === 0) return folder.id
  const candidates = [folder, ...others].map(({ id }) => `${id} (${pathOf(tree, id).join(' > ')})`)
  throw new Refusal('bad_request', `The path fits several folders: ${candidates.join(', ')}.`)
}
