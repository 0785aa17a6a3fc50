import { checkPlacement } from '../../engine/folders/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import type { FolderedKind } from './foldered-kind.ts'
import { findNamed } from './named-entities.ts'
import { updateFolders } from './queries.ts'
import { getFolder, lockTree } from './tree.ts'

export function moveFolderEntities(kinds: readonly FolderedKind[]): Handler<'moveFolderEntities'> {
  return async ({ store, now }, { caller, body }) => {
    const { workspace } = caller
    refuseOtherWorkspace(workspace, body.workspace_id)
    const target = body.folder_id ?? null
    return store.transact(async (tx) => {
      const tree = await lockTree(tx, workspace)
      if (target !== null) getFolder(tree, target)
      const { folders, idsByKind, count } = await findNamed(tx, workspace, kinds, tree, body.entities)
      checkPlacement(tree, target, folders)
      const time = now()
      if (folders.length > 0)
        await updateFolders(
          tx,
          workspace,
          folders.map(({ id }) => id),
          { parent_id: target, updated_at: time },
        )
      for (const [kind, ids] of idsByKind) await kind.move(tx, workspace, [...ids], target, time)
      return { moved_count: count }
    })
  }
}
