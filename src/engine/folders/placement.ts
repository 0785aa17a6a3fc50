import { Refusal } from '../refusal.ts'
import type { FolderTree } from './tree.ts'

/** Every path resolution reads the whole tree, so its size is limited. */
const maxFolders = 10_000
const maxLevels = 32

export interface Arrival {
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
export function checkArrival(tree: FolderTree, target: number | null, arrivals: readonly Arrival[]): void {
  refuseCircle(tree, target, arrivals)
  refuseDepth(tree, target, arrivals)
  refuseTakenName(tree, target, arrivals)
}

function refuseCircle(tree: FolderTree, target: number | null, arrivals: readonly Arrival[]) {
  const above = new Set(tree.lineage(target).map(({ id }) => id))
  const circular = arrivals.find(({ id }) => id !== null && above.has(id))
  if (circular)
    throw new Refusal(
      'bad_request',
      `The folder "${circular.name}" cannot be put into itself or into a folder inside it.`,
    )
}

function refuseDepth(tree: FolderTree, target: number | null, arrivals: readonly Arrival[]) {
  const heights = arrivals.map(({ id }) => (id === null ? 1 : tree.height(id)))
  if (tree.lineage(target).length + Math.max(0, ...heights) > maxLevels)
    throw new Refusal('bad_request', `Folders nest at most ${maxLevels} levels deep.`)
}

function refuseTakenName(tree: FolderTree, target: number | null, arrivals: readonly Arrival[]) {
  const arriving = new Set(arrivals.map(({ id }) => id))
  const staying = tree.children(target).filter(({ id }) => !arriving.has(id))
  const usedNames = new Set(staying.map(({ name }) => name))
  for (const { name } of arrivals) {
    if (usedNames.has(name))
      throw new Refusal('name_taken', `There is a folder "${name}" at this place already.`)
    usedNames.add(name)
  }
}
