import type { Database, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { NewJob } from './job.ts'
import { cancelJobs, countJobs, hasOpenJobs, insertJobs, requeueAll } from './queries.ts'

/** Enqueues and cancels jobs in the transaction of a change. */
export class Jobs {
  readonly #store: Store
  readonly #now: () => number
  readonly #listeners = new Set<JobListener>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Enqueues jobs. Call `wake` after the commit. */
  enqueue(tx: Tx, workspace: WorkspaceId, jobs: readonly NewJob[]): Promise<void> {
    return insertJobs(tx, workspace, jobs, this.#now())
  }

  wake(): void {
    for (const { woken } of this.#listeners) woken()
  }

  /** Cancels the open jobs of a run and returns their number. Call `cancelled` after the commit. */
  cancel(tx: Tx, workspace: WorkspaceId, run: string): Promise<number> {
    return cancelJobs(tx, workspace, run, this.#now())
  }

  /** Aborts the run's jobs in this process at once. Other processes notice at their next heartbeat. */
  cancelled(run: string): void {
    for (const { cancelled } of this.#listeners) cancelled(run)
  }

  /**
   * Call this after a part of these runs was cancelled. Resolves when all their jobs in this process have checked
   * which of their cells are still needed. Other processes check by themselves.
   */
  async changed(runs: readonly string[]): Promise<void> {
    await Promise.all([...this.#listeners].map(({ changed }) => changed(runs)))
  }

  /**
   * Requeues the jobs of the previous process without waiting for their leases. Call this at the start, and only with
   * exclusive storage.
   */
  requeueAll(): Promise<void> {
    return this.#store.transact((tx) => requeueAll(tx, this.#now()))
  }

  count(workspace: WorkspaceId, run: string) {
    return countJobs(this.#store.db, workspace, run)
  }

  /** True if the run has open jobs of this kind. */
  hasOpen(db: Database | Tx, workspace: WorkspaceId, run: string, kind: string): Promise<boolean> {
    return hasOpenJobs(db, workspace, run, kind)
  }

  listen(listener: JobListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export interface JobListener {
  woken(): void
  cancelled(run: string): void
  changed(runs: readonly string[]): Promise<void>
}
