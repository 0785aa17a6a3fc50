import { Refusal } from '../engine/refusal.ts'
import type { WorkspaceId } from './workspace-id.ts'

/** Milliseconds between polls: half of the allowed delay until listeners in other processes see a change. */
export const pollMilliseconds = 250

/** The most open streams of a workspace in this process. A change costs 0.1 ms of the main thread for each stream. */
const defaultMaxStreams = 1_000
/** Seconds after which a client should retry if there are too many streams. */
const retryAfter = 10

/** Wakes the listeners of a workspace: at once in this process; listeners in other processes poll. */
export class Changes {
  readonly #waiting = new Map<WorkspaceId, Set<() => void>>()
  readonly #notifications = new Map<WorkspaceId, number>()
  readonly #streams = new Map<WorkspaceId, number>()
  readonly #streamsPerWorkspace: number
  readonly #closing = new AbortController()

  constructor(streamsPerWorkspace = defaultMaxStreams) {
    this.#streamsPerWorkspace = streamsPerWorkspace
  }

  /** Counts `work` as an open stream of the workspace. @throws Refusal if the workspace has too many streams. */
  async stream<T>(workspace: WorkspaceId, work: () => Promise<T>): Promise<T> {
    const open = this.#streams.get(workspace) ?? 0
    if (open >= this.#streamsPerWorkspace)
      throw new Refusal(
        'overloaded',
        `The workspace has ${open} open streams of events, which is the limit. Close one, or retry in ${retryAfter} seconds.`,
        { retryAfter },
      )
    this.#streams.set(workspace, open + 1)
    try {
      return await work()
    } finally {
      const remaining = this.#streams.get(workspace)! - 1
      if (remaining > 0) this.#streams.set(workspace, remaining)
      else this.#streams.delete(workspace)
    }
  }

  notify(workspace: WorkspaceId): void {
    this.#notifications.set(workspace, this.notificationCount(workspace) + 1)
    const waiting = this.#waiting.get(workspace)
    this.#waiting.delete(workspace)
    for (const wake of waiting ?? []) wake()
  }

  /**
   * Number of notifications for the workspace. Read it before the changes and pass it to `since`, so that no notification
   * is missed.
   */
  notificationCount(workspace: WorkspaceId): number {
    return this.#notifications.get(workspace) ?? 0
  }

  /** Aborts when the process stops. */
  get closing(): AbortSignal {
    return this.#closing.signal
  }

  /** Resolves when there may be changes, or after `atMost` milliseconds; false: the process is stopping. */
  async wait(
    workspace: WorkspaceId,
    signal: AbortSignal,
    { since = this.notificationCount(workspace), atMost = pollMilliseconds } = {},
  ): Promise<boolean> {
    if (this.#closing.signal.aborted) return false
    if (since !== this.notificationCount(workspace)) return true
    const waiting = this.#waiting.get(workspace) ?? new Set()
    this.#waiting.set(workspace, waiting)
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        waiting.delete(wake)
        for (const abortSignal of [signal, this.#closing.signal])
          abortSignal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, atMost)
      waiting.add(wake)
      for (const abortSignal of [signal, this.#closing.signal]) abortSignal.addEventListener('abort', wake)
    })
    signal.throwIfAborted()
    return !this.#closing.signal.aborted
  }

  /** Ends all streams for the shutdown. */
  close(): void {
    this.#closing.abort()
  }
}
