import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { RunChannel } from './channel.ts'
import { listEnded, listEndedOnChannel } from './completion-queries.ts'
import { type CompletionMessage, messageOf } from './message.ts'

interface Waiting {
  readonly channel: RunChannel
  readonly told: Set<number>
  readonly deliver: (message: CompletionMessage) => void
}

/**
 * Tells clients of the ends of runs. What was over before a client came is told too, so one that lost its
 * connection misses nothing; and since storage is asked, it does not matter which process did the run.
 */
export class Completions {
  readonly #context: Context
  readonly #report: (error: unknown) => void
  readonly #waiting = new Map<WorkspaceId, Set<Waiting>>()
  readonly #closing = new AbortController()

  constructor(context: Context, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  /** Gives what ends the listening. */
  listen(workspace: WorkspaceId, channel: RunChannel, deliver: Waiting['deliver']): () => void {
    const one: Waiting = { channel, told: new Set(), deliver }
    const others = this.#waiting.get(workspace)
    if (others) {
      others.add(one)
      this.#context.changes.tell(workspace)
    } else {
      this.#waiting.set(workspace, new Set([one]))
      void this.#watch(workspace)
    }
    return () => this.#waiting.get(workspace)?.delete(one)
  }

  close(): void {
    this.#closing.abort()
  }

  /** For as long as somebody of the workspace waits. */
  async #watch(workspace: WorkspaceId): Promise<void> {
    const waiting = this.#waiting.get(workspace)!
    const { signal } = this.#closing
    while (waiting.size > 0 && !signal.aborted) {
      const asked = waiting.size
      try {
        await this.#tell(workspace, waiting)
      } catch (error) {
        this.#report(error)
      }
      if (waiting.size > asked) continue
      if (!(await this.#context.changes.wait(workspace, signal).catch(() => false))) break
    }
    this.#waiting.delete(workspace)
  }

  async #tell(workspace: WorkspaceId, waiting: ReadonlySet<Waiting>): Promise<void> {
    const { db } = this.#context.store
    const untold = [...waiting].flatMap(({ channel, told }) =>
      channel.kind === 'run' && told.size === 0 ? [channel.run] : [],
    )
    const ended = new Set(await listEnded(db, workspace, [...new Set(untold)]))
    for (const one of [...waiting]) {
      const { channel, told } = one
      const runs =
        channel.kind === 'run'
          ? [channel.run].filter((run) => ended.has(run))
          : await listEndedOnChannel(db, workspace, channel.workflow, channel.suffix)
      for (const run of runs) {
        if (told.has(run)) continue
        const message = await messageOf(this.#context, workspace, run)
        told.add(run)
        if (message && waiting.has(one)) one.deliver(message)
      }
    }
  }
}
