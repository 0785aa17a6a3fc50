import { FolderTree } from '../../engine/folders/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Database, FolderRow, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findFolder, listFolders, lockFolders } from './queries.ts'

export type Folders = FolderTree<FolderRow>

const noFolder = () => new Refusal('not_found', 'There is no such folder.')

export async function loadTree(db: Database | Tx, workspace: WorkspaceId): Promise<Folders> {
  return new FolderTree(await listFolders(db, workspace))
}

/** Loads the tree under the lock, so that the tree stays valid until the transaction ends. */
export async function lockTree(tx: Tx, workspace: WorkspaceId): Promise<Folders> {
  await lockFolders(tx, workspace)
  return loadTree(tx, workspace)
}

export function getFolder(tree: Folders, id: number): FolderRow {
  const folder = tree.find(id)
  if (!folder) throw noFolder()
  return folder
}

/** Checks and locks a folder, which then exists until the transaction ends. @throws Refusal if the folder does not exist. */
export async function checkFolder(tx: Tx, workspace: WorkspaceId, id: number): Promise<void> {
  await lockFolders(tx, workspace)
  if (!(await findFolder(tx, workspace, id))) throw noFolder()
}

/** Returns the names of each folder's path from the root; null for the root. */
export async function loadFolderPaths(
  db: Database | Tx,
  workspace: WorkspaceId,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string[] | null> {
  if (ids.every((id) => id === null)) return () => null
  const tree = await loadTree(db, workspace)
  return (id) => (id === null ? null : pathOf(tree, id))
}

export const pathOf = (tree: Folders, id: number | null): string[] => tree.pathTo(id).map(({ name }) => name)
