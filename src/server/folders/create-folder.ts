import { checkCount, checkPlacement } from '../../engine/folders/index.ts'
import { recordAuthor } from '../authors/index.ts'
import type { FolderRow } from '../db/index.ts'
import { attachAll, listExternalIds } from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { presentFolder } from './present.ts'
import { insertFolder } from './queries.ts'
import { getFolder, lockTree } from './tree.ts'

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
