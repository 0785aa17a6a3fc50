import type { WorkspaceId } from '../http/caller.ts'

/** Half of what a change may take to reach another process's readers. */
const askingMilliseconds = 250

/** Wakes those who wait for changes of a workspace: at once in this process, by asking again for others. */
export class Changes {
  readonly #waiting = new Map<WorkspaceId, Set<() => void>>()
  readonly #closing = new AbortController()

  tell(workspace: WorkspaceId): void {
    const waiting = this.#waiting.get(workspace)
    this.#waiting.delete(workspace)
    for (const wake of waiting ?? []) wake()
  }

  /** Resolves when there may be something new; false when the process is about to stop. */
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

  /** Streams end, so that the process can. */
  close(): void {
    this.#closing.abort()
  }
}
