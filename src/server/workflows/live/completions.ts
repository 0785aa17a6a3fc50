import type { Context } from '../../context.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { outputOf } from '../runs/end-run.ts'
import { loadRun } from '../runs/load-run.ts'
import type { RunChannel } from './channel.ts'
import { listEnded, listEndedOnChannel } from './completion-queries.ts'

/** Maximum bytes of a message. Clients fetch larger outputs by HTTP. */
const maxBytes = 64 * 1024

/** The message that the SDKs expect. `data` is text, because they parse it as JSON. */
interface CompletionMessage {
  readonly message_name: 'SET_WORKFLOW_COMPLETE'
  readonly data: string
}

async function messageOf(
  { store }: Context,
  workspace: WorkspaceId,
  run: number,
): Promise<CompletionMessage | null> {
  const loaded = await loadRun(store.db, workspace, run)
  if (!loaded) return null
  const messageWith = (result_code: 'OK' | 'EXCEEDS_SIZE_LIMIT', final_output: unknown) =>
    JSON.stringify({ workflow_version_execution_id: run, result_code, final_output })
  const message = messageWith('OK', outputOf(loaded))
  const isSmall = Buffer.byteLength(message) <= maxBytes
  return {
    message_name: 'SET_WORKFLOW_COMPLETE',
    data: isSmall ? message : messageWith('EXCEEDS_SIZE_LIMIT', null),
  }
}

interface Listener {
  readonly channel: RunChannel
  readonly delivered: Set<number>
  readonly deliver: (message: CompletionMessage) => void
}

/**
 * Notifies clients when runs end. Runs that ended before are sent too, so that a client that reconnects misses none.
 * This reads storage, so any process may execute the run.
 */
export class Completions {
  readonly #context: Context
  readonly #report: (error: unknown) => void
  readonly #listeners = new Map<WorkspaceId, Set<Listener>>()
  readonly #closing = new AbortController()

  constructor(context: Context, report: (error: unknown) => void) {
    this.#context = context
    this.#report = report
  }

  /** Subscribes to a channel. Returns the function that unsubscribes. */
  listen(workspace: WorkspaceId, channel: RunChannel, deliver: Listener['deliver']): () => void {
    const listener: Listener = { channel, delivered: new Set(), deliver }
    const listeners = this.#listeners.get(workspace)
    if (listeners) {
      listeners.add(listener)
      this.#context.changes.notify(workspace)
    } else {
      this.#listeners.set(workspace, new Set([listener]))
      void this.#watch(workspace)
    }
    return () => this.#listeners.get(workspace)?.delete(listener)
  }

  close(): void {
    this.#closing.abort()
  }

  /** Watches runs while the workspace has listeners. */
  async #watch(workspace: WorkspaceId): Promise<void> {
    const listeners = this.#listeners.get(workspace)!
    const { signal } = this.#closing
    while (listeners.size > 0 && !signal.aborted) {
      const count = listeners.size
      try {
        await this.#deliverEnded(workspace, listeners)
      } catch (error) {
        this.#report(error)
      }
      if (listeners.size > count) continue
      if (!(await this.#context.changes.wait(workspace, signal).catch(() => false))) break
    }
    this.#listeners.delete(workspace)
  }

  async #deliverEnded(workspace: WorkspaceId, listeners: ReadonlySet<Listener>): Promise<void> {
    const { db } = this.#context.store
    const pending = [...listeners].flatMap(({ channel, delivered }) =>
      channel.kind === 'run' && delivered.size === 0 ? [channel.run] : [],
    )
    const endedRuns = new Set(await listEnded(db, workspace, [...new Set(pending)]))
    for (const listener of [...listeners]) {
      const { channel, delivered } = listener
      const runs =
        channel.kind === 'run'
          ? [channel.run].filter((run) => endedRuns.has(run))
          : await listEndedOnChannel(db, workspace, channel.workflow, channel.suffix)
      for (const run of runs) {
        if (delivered.has(run)) continue
        const message = await messageOf(this.#context, workspace, run)
        delivered.add(run)
        if (message && listeners.has(listener)) listener.deliver(message)
      }
    }
  }
}
