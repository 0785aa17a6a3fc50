import type { FolderRow } from '../db/index.ts'
import type { Mapping } from '../external-ids/index.ts'
import { isoTime, timesOf } from '../http/iso-time.ts'
import type { FolderedEntity } from './foldered-kind.ts'
import { type Folders, pathOf } from './tree.ts'

export function presentFolder(tree: Folders, folder: FolderRow, externalIds: Mapping[]) {
  const above = tree.pathTo(folder.parent_id)
  return {
    id: folder.id,
    name: folder.name,
    ...timesOf(folder),
    path: above.length > 0 ? above.map(({ id, name }) => ({ id, name })) : null,
    workspace_id: folder.workspace_id,
    parent_id: folder.parent_id,
    external_ids: externalIds,
  }
}

export function presentEntity(
  tree: Folders,
  entity: FolderedEntity,
  externalIds: Mapping[],
  withMetadata: boolean,
) {
  return {
    id: entity.id,
    name: entity.name,
    type: entity.type,
    created_at: isoTime(entity.createdAt),
    updated_at: isoTime(entity.updatedAt),
    folder_id: entity.folderId,
    path: pathOf(tree, entity.folderId),
    metadata: withMetadata ? { ...entity.metadata } : null,
    external_ids: externalIds,
  }
}
