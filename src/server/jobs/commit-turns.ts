import { permitsOfWorkspace } from '../permits.ts'
import { isCalledByOthers } from '../recent-callers.ts'

const maxRestMilliseconds = 50

/**
 * Beside calls of other workspaces, the jobs of a workspace commit one after the other and rest for as long as each
 * commit took: half of the time the writer and the main thread are free for the others.
 */
export class CommitTurns {
  readonly #permits = permitsOfWorkspace(1)

  async take<T>(workspace: number, commit: () => Promise<T>): Promise<T> {
    if (!isCalledByOthers(workspace)) return commit()
    const release = await this.#permits.take()
    const start = performance.now()
    try {
      return await commit()
    } finally {
      setTimeout(release, Math.min(performance.now() - start, maxRestMilliseconds))
    }
  }
}
