import { isCalledByOthers } from '../recent-callers.ts'

const maxRestMilliseconds = 50

/**
 * Beside calls of other workspaces, the jobs of a workspace commit one after the other and rest for as long as each
 * commit took: half of the time the writer and the main thread are free for the others.
 */
export class CommitTurns {
  /** The end of the last rest that was queued, by workspace. */
  readonly #queues = new Map<number, Promise<void>>()

  async take<T>(workspace: number, commit: () => Promise<T>): Promise<T> {
    if (!isCalledByOthers(workspace)) return commit()
    const before = this.#queues.get(workspace)
    const { promise: rested, resolve } = Promise.withResolvers<void>()
    this.#queues.set(workspace, rested)
    await before
    const from = performance.now()
    try {
      return await commit()
    } finally {
      setTimeout(
        () => {
          resolve()
          if (this.#queues.get(workspace) === rested) this.#queues.delete(workspace)
        },
        Math.min(performance.now() - from, maxRestMilliseconds),
      )
    }
  }
}
