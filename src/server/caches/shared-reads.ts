import { type Changes, pollMilliseconds } from '../changes.ts'
import type { WorkspaceId } from '../workspace-id.ts'

interface TimedState<State> {
  readonly state: State
  /** `performance.now()` when the read began. */
  readonly readAt: number
  /** Number of notifications for the workspace when the read began. */
  readonly notifications: number
}

interface Read<State> extends Pick<TimedState<State>, 'readAt' | 'notifications'> {
  readonly result: Promise<TimedState<State>>
}

/** State that all streams of one subject in this process share. At most one read runs at a time. */
export class SharedRead<State> {
  streams = 0
  readonly #changes: Changes
  readonly #workspace: WorkspaceId
  readonly #readState: () => Promise<State>
  #latest: Read<State> | null = null
  /** The read that starts when the latest one has ended. */
  #next: Promise<TimedState<State>> | null = null

  constructor(changes: Changes, workspace: WorkspaceId, readState: () => Promise<State>) {
    this.#changes = changes
    this.#workspace = workspace
    this.#readState = readState
  }

  /** Returns a state that is at most 250 ms old and includes all changes that this process recorded. */
  read(): Promise<TimedState<State>> {
    const latest = this.#latest
    const isCurrent =
      latest &&
      performance.now() - latest.readAt < pollMilliseconds &&
      latest.notifications === this.#changes.notificationCount(this.#workspace)
    return isCurrent ? latest.result : this.readAgain()
  }

  /** Returns a state that is read after this call. */
  readAgain(): Promise<TimedState<State>> {
    this.#next ??= Promise.resolve(this.#latest?.result)
      .catch(() => {})
      .then(() => this.#begin())
    return this.#next
  }

  /** Resolves when there may be a newer state; false: the process is stopping. */
  wait(
    { readAt, notifications }: Pick<TimedState<State>, 'readAt' | 'notifications'>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const atMost = Math.max(0, readAt + pollMilliseconds - performance.now())
    return this.#changes.wait(this.#workspace, signal, { since: notifications, atMost })
  }

  #begin(): Promise<TimedState<State>> {
    const read = {
      readAt: performance.now(),
      notifications: this.#changes.notificationCount(this.#workspace),
    }
    const result = this.#readState().then((state) => ({ ...read, state }))
    this.#next = null
    this.#latest = { ...read, result }
    return result
  }
}

/** The shared reads of one kind of subject, by subject. */
export class SharedReads<State> {
  readonly #reads = new Map<string, SharedRead<State>>()

  /** Calls `work` with the state that all streams of the subject share. The first stream's `readState` is used. */
  async with<T>(
    changes: Changes,
    workspace: WorkspaceId,
    subject: string,
    readState: () => Promise<State>,
    work: (shared: SharedRead<State>) => Promise<T>,
  ): Promise<T> {
    const key = `${workspace} ${subject}`
    const shared = this.#reads.get(key) ?? new SharedRead(changes, workspace, readState)
    this.#reads.set(key, shared)
    shared.streams++
    try {
      return await work(shared)
    } finally {
      shared.streams--
      if (shared.streams === 0) this.#reads.delete(key)
    }
  }
}
