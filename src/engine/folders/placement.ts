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
  placed: readonly PlacedFolder[],
): void {
  refuseCircle(tree, target, placed)
  refuseDepth(tree, target, placed)
  refuseTakenName(tree, target, placed)
}

function refuseCircle(tree: FolderTree, target: number | null, placed: readonly PlacedFolder[]) {
  const above = new Set(tree.lineage(target).map(({ id }) => id))
  const circular = placed.find(({ id }) => id !== null && above.has(id))
  if (circular)
    throw new Refusal(
      'bad_request',
      `The folder "${circular.name}" cannot be put into itself or into a folder inside it.`,
    )
}

function refuseDepth(tree: FolderTree, target: number | null, placed: readonly PlacedFolder[]) {
  const heights = placed.map(({ id }) => (id === null ? 1 : tree.height(id)))
  if (tree.lineage(target).length + Math.max(0, ...heights) > maxLevels)
    throw new Refusal('bad_request', `Folders nest at most ${maxLevels} levels deep.`)
}

function refuseTakenName(tree: FolderTree, target: number | null, placed: readonly PlacedFolder[]) {
  const placedIds = new Set(placed.map(({ id }) => id))
  const others = tree.children(target).filter(({ id }) => !placedIds.has(id))
  const usedNames = new Set(others.map(({ name }) => name))
  for (const { name } of placed) {
    if (usedNames.has(name))
      throw new Refusal('name_taken', `There is a folder "${name}" at this place already.`)
    usedNames.add(name)
  }
}
