import { giveWay } from '../pacing/calls-in-progress.ts'
import { permitsOfWorkspace } from '../pacing/permits.ts'
import { isCalledByOthers } from '../pacing/recent-callers.ts'
import { asStartedBy } from '../started-by.ts'
import type { Caller } from './caller.ts'

/** Calls of one workspace that are handled at once while others have calls. */
const concurrentCalls = 4
/**
 * Milliseconds after which a call ends its turn, because by then it waits for a model, code or a query and the main
 * thread is free.
 */
const maxTurnMilliseconds = 5
/** Maximum milliseconds that a call waits for the calls of lighter workspaces. */
const maxWait = 20

/**
 * While other workspaces have calls in progress, few calls of one workspace are handled at once. All calls share the
 * main thread and need it again after each answer of storage, so behind a hundred calls a call would wait a hundred
 * times. A call also waits for the calls of lighter workspaces.
 */
export class CallTurns {
  readonly #permits = permitsOfWorkspace(concurrentCalls)

  /** Waits for a turn. Resolves with the function that ends the turn. Null: handle the call at once. */
  begin(caller: Caller): Promise<() => void> | null {
    if (!isCalledByOthers(caller.workspace)) return null
    return asStartedBy(caller, () => this.#take(caller.workspace))
  }

  async #take(workspace: number): Promise<() => void> {
    const release = await this.#permits.take()
    await giveWay(workspace, 0, maxWait)
    let hasTurn = true
    const end = () => {
      clearTimeout(timer)
      if (hasTurn) release()
      hasTurn = false
    }
    const timer = setTimeout(end, maxTurnMilliseconds)
    return end
  }
}
