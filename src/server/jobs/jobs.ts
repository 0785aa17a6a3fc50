import type { Database, Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import type { NewJob } from './job.ts'
import { cancelJobs, countJobs, hasOpenJobs, insertJobs, putBackAll } from './queries.ts'

/** The door for whoever has work to be done: in the transaction of the change that makes it necessary. */
export class Jobs {
  readonly #store: Store
  readonly #now: () => number
  readonly #listeners = new Set<JobListener>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Call `wake` once the transaction is through. */
  enqueue(tx: Tx, workspace: WorkspaceId, jobs: readonly NewJob[]): Promise<void> {
    return insertJobs(tx, workspace, jobs, this.#now())
  }

  wake(): void {
    for (const { woken } of this.#listeners) woken()
  }

  /** How many jobs will not be finished. Call `cancelled` once the transaction is through. */
  cancel(tx: Tx, workspace: WorkspaceId, run: string): Promise<number> {
    return cancelJobs(tx, workspace, run, this.#now())
  }

  /** Stops at once what this process does of the run; others hear of it with their next heartbeat. */
  cancelled(run: string): void {
    for (const { cancelled } of this.#listeners) cancelled(run)
  }

  /**
   * Part of these runs was taken back. Resolves when all that this process does of them has looked and ended what is not
   * wanted any more; others look by themselves.
   */
  async changed(runs: readonly string[]): Promise<void> {
    await Promise.all([...this.#listeners].map(({ changed }) => changed(runs)))
  }

  /** For a start that has the storage to itself: what the process before it held need not wait for its leases. */
  putBackAll(): Promise<void> {
    return this.#store.transact((tx) => putBackAll(tx, this.#now()))
  }

  count(workspace: WorkspaceId, run: string) {
    return countJobs(this.#store.db, workspace, run)
  }

  /** Whether jobs of this kind are still to be finished in the run. */
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
