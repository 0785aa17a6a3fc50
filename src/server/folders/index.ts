/** Folders and paths. Each room with entities in folders provides a `FolderedKind`. */

import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import { deleteFolderEntities } from './delete-entities.ts'
import type { FolderedKind } from './foldered-kind.ts'
import { createFolder, resolveFolderId, updateFolder } from './folders.ts'
import { listFolderEntities } from './list-entities.ts'
import { moveFolderEntities } from './move-entities.ts'
import { findFolder } from './queries.ts'

export type { FolderedKind, FolderScope } from './foldered-kind.ts'
export { folderedEntity, folderedRows, isInScope } from './foldered-rows-queries.ts'
export { checkFolder, loadFolderPaths } from './tree.ts'

/** Handlers of this room over the other rooms' kinds. */
export function folderHandlers(kinds: readonly FolderedKind[]) {
  return {
    createFolder,
    updateFolder,
    resolveFolderId,
    listFolderEntities: listFolderEntities(kinds),
    moveFolderEntities: moveFolderEntities(kinds),
    deleteFolderEntities: deleteFolderEntities(kinds),
    ...handlersOfExternalIds('Folder', { kind: 'folder', param: 'folder_id', find: findFolder }),
  } satisfies Partial<Handlers>
}
