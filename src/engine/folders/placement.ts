import { Refusal } from '../refusal.ts'
import type { FolderTree } from './tree.ts'

/** Every path resolution reads the whole tree, so its size is limited. */
const maxFolders = 10_000
const maxLevels = 32

export interface PlacedFolder {
  /** Null for a folder that does not exist yet. */
  readonly id: number | null
  readonly name: string
}

/** Refuses a folder above the limit of the workspace. */
export function checkCount(tree: FolderTree): void {
  if (tree.size >= maxFolders)
    throw new Refusal('bad_request', `A workspace holds at most ${maxFolders} folders.`)
}

/** Refuses folders that cannot all be placed in the target folder, or at the root. */
export function checkPlacement(
  tree: FolderTree,
  target: number | null,
  folders: readonly PlacedFolder[],
): void {
  refuseCircle(tree, target, folders)
  refuseDepth(tree, target, folders)
  refuseTakenName(tree, target, folders)
}

function refuseCircle(tree: FolderTree, target: number | null, folders: readonly PlacedFolder[]) {
  const above = new Set(tree.pathTo(target).map(({ id }) => id))
  const circular = folders.find(({ id }) => id !== null && above.has(id))
  if (circular)
    throw new Refusal(
      'bad_request',
      `The folder "${circular.name}" cannot be put into itself or into a folder inside it.`,
    )
}

function refuseDepth(tree: FolderTree, target: number | null, folders: readonly PlacedFolder[]) {
  const heights = folders.map(({ id }) => (id === null ? 1 : tree.height(id)))
  if (tree.pathTo(target).length + Math.max(0, ...heights) > maxLevels)
    throw new Refusal('bad_request', `Folders nest at most ${maxLevels} levels deep.`)
}

function refuseTakenName(tree: FolderTree, target: number | null, folders: readonly PlacedFolder[]) {
  const placedIds = new Set(folders.map(({ id }) => id))
  const others = tree.children(target).filter(({ id }) => !placedIds.has(id))
  const usedNames = new Set(others.map(({ name }) => name))
  for (const { name } of folders) {
    if (usedNames.has(name)) throw new Refusal('name_taken', `There is already a folder "${name}" here.`)
    usedNames.add(name)
  }
}
