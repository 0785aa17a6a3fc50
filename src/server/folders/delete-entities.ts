import { Refusal } from '../../engine/refusal.ts'
import { chunksOf, type Tx } from '../db/index.ts'
import { releaseAll } from '../external-ids/index.ts'
import { refuseOtherWorkspace } from '../http/caller.ts'
import { ChangeAnswer, type Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { FolderedKind } from './foldered-kind.ts'
import { moveUnlistedToRoot } from './foldered-rows-queries.ts'
import { findNamed } from './named-entities.ts'
import { deleteFolders } from './queries.ts'
import { lockTree } from './tree.ts'

export function deleteFolderEntities(kinds: readonly FolderedKind[]): Handler<'deleteFolderEntities'> {
  return async ({ store, now }, { caller, body }) => {
    const { workspace } = caller
    refuseOtherWorkspace(workspace, body.workspace_id)
    return store.transact(async (tx) => {
      const tree = await lockTree(tx, workspace)
      const namedIds = await findNamed(tx, workspace, kinds, tree, body.entities)
      const namedFolders = namedIds.folders.map(({ id }) => id)
      const innerFolders = namedIds.folders.flatMap(({ id }) => tree.below(id).map((folder) => folder.id))
      const folders = withContents(namedFolders, innerFolders, body.cascade)
      const time = now()
      const names = namedIds.folders.map(({ name }) => name)
      for (const kind of kinds) {
        const innerIds = folders.length > 0 ? await kind.idsIn(tx, workspace, folders) : []
        const ids = withContents([...(namedIds.idsByKind.get(kind) ?? [])], innerIds, body.cascade)
        await kind.refuseRemoval?.(tx, caller, ids)
        names.push(...(await firstNames(tx, workspace, kind, ids)))
        await removeAll(tx, workspace, kind, ids, time)
      }
      if (folders.length > 0) {
        await moveUnlistedToRoot(tx, workspace, folders)
        await releaseAll(tx, workspace, 'folder', folders)
        await deleteFolders(tx, workspace, folders)
      }
      // The audit log finds a deletion by the names of the deleted entities.
      return new ChangeAnswer(200, { moved_count: namedIds.count }, { names: names.slice(0, maxNames) })
    })
  }
}

/** Maximum names in the audit event of one deletion. */
const maxNames = 200

const firstNames = async (tx: Tx, workspace: WorkspaceId, kind: FolderedKind, ids: readonly number[]) =>
  ids.length === 0 ? [] : kind.names(tx, workspace, ids.slice(0, maxNames))

/**
 * Returns the named folders and, with `cascade`, the folders inside them.
 * @throws Refusal without `cascade` if a folder is not empty.
 */
function withContents(namedIds: readonly number[], innerIds: readonly number[], cascade: boolean): number[] {
  const all = new Set([...namedIds, ...innerIds])
  if (!cascade && all.size > namedIds.length)
    throw new Refusal('not_empty', 'A folder is not empty; `cascade` also deletes its content.')
  return [...all]
}

async function removeAll(
  tx: Tx,
  workspace: WorkspaceId,
  kind: FolderedKind,
  ids: readonly number[],
  now: number,
) {
  for (const chunk of chunksOf(ids)) await kind.remove(tx, workspace, chunk, now)
  if (kind.externalKind) await releaseAll(tx, workspace, kind.externalKind, ids)
}
