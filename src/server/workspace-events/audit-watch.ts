import { setTimeout as sleep } from 'node:timers/promises'
import { pollMilliseconds } from '../changes.ts'
import type { Context } from '../context.ts'
import type { Store } from '../db/index.ts'
import { reportError } from '../log.ts'
import { newestRequest } from '../requests/index.ts'
import { asServer } from '../started-by.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { lastEvent, selectNewEvents } from './queries.ts'
import { SentEvents } from './sent-events.ts'

const eventsPerRead = 1_000
/** Milliseconds between two reads of the newest request; requests may arrive by the thousand. */
export const newestMilliseconds = 1_000

type Newest = Awaited<ReturnType<typeof newestRequest>>

/**
 * Notifies this process of the changes that other processes recorded, with one query for all workspaces however many
 * streams are open. Also shares one read of a workspace's newest request among the streams.
 */
class AuditWatch {
  readonly #context: Context
  readonly #newest = new Map<WorkspaceId, { readonly at: number; readonly result: Promise<Newest> }>()
  #listeners = 0
  #running: Promise<void> | null = null
  /** Null while the watch does not run. */
  #sent: SentEvents | null = null

  constructor(context: Context) {
    this.#context = context
  }

  /** Resolves once every later change will be notified. The watch runs until all callers call the returned function. */
  async subscribe(): Promise<() => void> {
    this.#listeners++
    const leave = () => {
      this.#listeners--
    }
    try {
      this.#running ??= asServer(() => this.#start())
      await this.#running
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Notifies of an event that this process recorded, but only once, because the query reads the event too. */
  recorded(workspace: WorkspaceId, id: number): void {
    const { changes, now } = this.#context
    if (this.#sent?.add([{ id, at: now() }], now()).length !== 0) changes.notify(workspace)
  }

  /** Returns the newest request as of at most a second ago. */
  newest(workspace: WorkspaceId): Promise<Newest> {
    const now = performance.now()
    const cached = this.#newest.get(workspace)
    if (cached && now - cached.at < newestMilliseconds) return cached.result
    const result = newestRequest(this.#context.store.db, workspace)
    this.#newest.set(workspace, { at: now, result })
    return result
  }

  async #start(): Promise<void> {
    try {
      this.#sent = new SentEvents(await lastEvent(this.#context.store))
      void this.#watch(this.#sent)
    } catch (error) {
      this.#running = null
      throw error
    }
  }

  async #watch(sentEvents: SentEvents): Promise<void> {
    const { store, changes, now } = this.#context
    while (this.#listeners > 0 && !changes.closing.aborted) {
      try {
        const rows = await selectNewEvents(store, sentEvents.floor, eventsPerRead + sentEvents.count)
        for (const { workspace_id } of sentEvents.add(rows, now()))
          changes.notify(workspace_id as WorkspaceId)
      } catch (error) {
        // If storage stays unreachable, the streams themselves end with the error.
        if (!store.isUnavailable(error)) reportError(error)
      }
      await sleep(pollMilliseconds, undefined, { signal: changes.closing }).catch(() => {})
    }
    this.#running = null
    this.#sent = null
    this.#newest.clear()
  }
}

const watches = new WeakMap<Store, AuditWatch>()

/** Returns the one watch of this process for the store. */
export function auditWatchOf(context: Context): AuditWatch {
  const existing = watches.get(context.store)
  if (existing) return existing
  const watch = new AuditWatch(context)
  watches.set(context.store, watch)
  return watch
}
