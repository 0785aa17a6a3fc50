import type { WorkspaceId } from '../../http/caller.ts'

/** A call that has no slot yet. */
export interface Wait {
  /** It has one, or needs none any more; more than once does nothing. */
  end(): void
}

interface Asking {
  readonly workspace: WorkspaceId
  readonly run: { readonly id: string }
}

/** How many calls of each run wait for their first slot. */
export class Waiting {
  readonly #counts = new Map<string, number>()

  of(workspace: WorkspaceId, run: string): number {
    return this.#counts.get(keyOf(workspace, run)) ?? 0
  }

  begin({ workspace, run: { id } }: Asking): Wait {
    const key = keyOf(workspace, id)
    this.#add(key, 1)
    let hasEnded = false
    return {
      end: () => {
        if (!hasEnded) this.#add(key, -1)
        hasEnded = true
      },
    }
  }

  #add(key: string, more: number): void {
    const count = (this.#counts.get(key) ?? 0) + more
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}

const keyOf = (workspace: WorkspaceId, run: string) => `${workspace} ${run}`
