import { externalIdOperations } from '../external-ids/index.ts'
import { findFolder } from './queries.ts'

export const {
  attach: attachFolderExternalId,
  list: listFolderExternalIds,
  detach: detachFolderExternalId,
} = externalIdOperations({ kind: 'folder', param: 'folder_id', find: findFolder })
