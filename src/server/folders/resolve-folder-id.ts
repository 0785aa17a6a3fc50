import { foldersAt } from '../../engine/folders/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { type Folders, loadTree, pathOf } from './tree.ts'

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
