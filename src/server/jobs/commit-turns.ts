import { giveWay, longWork } from '../pacing/calls-in-progress.ts'
import { permitsOfWorkspace } from '../pacing/permits.ts'
import { isCalledByOthers } from '../pacing/recent-callers.ts'

const maxRestMilliseconds = 50
/** Maximum milliseconds that a commit waits for the calls of lighter workspaces. */
const maxWait = 50

/**
 * While other workspaces have calls in progress, the jobs of a workspace commit one after the other. Each commit first
 * waits for the calls of lighter workspaces, and afterwards the workspace pauses for as long as the commit took. So the
 * writer and the main thread are free for others half of the time.
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
