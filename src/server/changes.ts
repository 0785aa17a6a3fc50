import type { WorkspaceId } from './http/caller.ts'

/** Half of the allowed delay until other processes' listeners get a change. */
const askingMilliseconds = 250

/** Wakes listeners of a workspace: at once within this process, by polling for other processes. */
export class Changes {
  readonly #waiting = new Map<WorkspaceId, Set<() => void>>()
  readonly #closing = new AbortController()

  tell(workspace: WorkspaceId): void {
    const waiting = this.#waiting.get(workspace)
    this.#waiting.delete(workspace)
    for (const wake of waiting ?? []) wake()
  }

  /** Resolves when there may be changes; false: the process is stopping. */
  async wait(workspace: WorkspaceId, signal: AbortSignal): Promise<boolean> {
    if (this.#closing.signal.aborted) return false
    const waiting = this.#waiting.get(workspace) ?? new Set()
    this.#waiting.set(workspace, waiting)
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        for (const one of [signal, this.#closing.signal]) one.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, askingMilliseconds)
      waiting.add(wake)
      for (const one of [signal, this.#closing.signal]) one.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
    return !this.#closing.signal.aborted
  }

  /** Ends all streams for the shutdown. */
  close(): void {
    this.#closing.abort()
  }
}
