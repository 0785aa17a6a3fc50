import { giveWay, longWork } from '../calls-in-progress.ts'
import { permitsOfWorkspace } from '../permits.ts'
import { isCalledByOthers } from '../recent-callers.ts'

const maxRestMilliseconds = 50
/** Longest wait for the calls of lighter workspaces. */
const maxWait = 50

/**
 * While other workspaces have calls in progress, the jobs of a workspace commit one after the other, wait for the calls
 * of lighter workspaces, and pause for as long as each commit took: half of the time the writer and the main thread are
 * free for others.
 */
export class CommitTurns {
  readonly #permits = permitsOfWorkspace(1)

  async take<T>(workspace: number, commit: () => Promise<T>): Promise<T> {
    if (!isCalledByOthers(workspace)) return commit()
    const release = await this.#permits.take()
    await giveWay(workspace, longWork, maxWait)
    const start = performance.now()
    try {
      return await commit()
    } finally {
      setTimeout(release, Math.min(performance.now() - start, maxRestMilliseconds))
    }
  }
}
