import type { Database, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { NewJob } from './job.ts'
import { cancelJobs, countJobs, hasOpenJobs, insertJobs, putBackAll } from './queries.ts'

/** Enqueues and cancels jobs in the transaction of the change that requires it. */
export class Jobs {
  readonly #store: Store
  readonly #now: () => number
  readonly #listeners = new Set<JobListener>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Call `wake` after the commit. */
  enqueue(tx: Tx, workspace: WorkspaceId, jobs: readonly NewJob[]): Promise<void> {
    return insertJobs(tx, workspace, jobs, this.#now())
  }

  wake(): void {
    for (const { woken } of this.#listeners) woken()
  }

  /** Number of cancelled jobs. Call `cancelled` after the commit. */
  cancel(tx: Tx, workspace: WorkspaceId, run: string): Promise<number> {
    return cancelJobs(tx, workspace, run, this.#now())
  }

  /** Aborts this process's jobs of the run at once; other processes notice at their next heartbeat. */
  cancelled(run: string): void {
    for (const { cancelled } of this.#listeners) cancelled(run)
  }

  /**
   * Part of these runs was cancelled. Resolves when all affected jobs of this process have checked their
   * work; other processes check by themselves.
   */
  async changed(runs: readonly string[]): Promise<void> {
    await Promise.all([...this.#listeners].map(({ changed }) => changed(runs)))
  }

  /**
   * For a start with exclusive storage: requeues jobs of the previous process without waiting for their
   * leases.
   */
  putBackAll(): Promise<void> {
    return this.#store.transact((tx) => putBackAll(tx, this.#now()))
  }

  count(workspace: WorkspaceId, run: string) {
    return countJobs(this.#store.db, workspace, run)
  }

  /** True if the run has unfinished jobs of this kind. */
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
