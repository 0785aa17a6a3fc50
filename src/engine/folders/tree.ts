export interface FolderNode {
  readonly id: number
  readonly parent_id: number | null
  readonly name: string
}

/** All folders of a workspace; null is the root. */
export class FolderTree<F extends FolderNode = FolderNode> {
  readonly #byId: ReadonlyMap<number, F>
  readonly #children: ReadonlyMap<number | null, F[]>

  constructor(folders: readonly F[]) {
    this.#byId = new Map(folders.map((folder) => [folder.id, folder]))
    this.#children = Map.groupBy(folders, ({ parent_id }) => parent_id)
  }

  get size(): number {
    return this.#byId.size
  }

  find(id: number): F | undefined {
    return this.#byId.get(id)
  }

  children(parent: number | null): readonly F[] {
    return this.#children.get(parent) ?? []
  }

  /** From the root to the folder itself; empty for the root. */
  pathTo(id: number | null): F[] {
    const ancestors: F[] = []
    for (let folder = this.#get(id); folder; folder = this.#get(folder.parent_id)) ancestors.push(folder)
    return ancestors.reverse()
  }

  /** All folders below, at any depth. */
  below(parent: number | null): F[] {
    return this.children(parent).flatMap((child) => [child, ...this.below(child.id)])
  }

  /** Levels from here down: 1 for a folder without subfolders, 0 for an empty root. */
  height(id: number | null): number {
    const own = id === null ? 0 : 1
    return own + Math.max(0, ...this.children(id).map((child) => this.height(child.id)))
  }

  #get(id: number | null): F | undefined {
    return id === null ? undefined : this.#byId.get(id)
  }
}
