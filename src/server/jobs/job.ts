import type { CompiledQuery, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Work for any process, later. */
export interface NewJob {
  readonly kind: string
  /** Groups jobs for cancelling and counting. */
  readonly run: string
  /** Position in the run: runs take turns by it, so that a large run does not delay a small one. */
  readonly turn: number
  /** JSON. */
  readonly payload: unknown
  /** Earliest start. */
  readonly readyAt?: number
}

/** Checks which of the work is still needed, and aborts the rest. */
export type ChangeListener = () => Promise<void>

/** A job held by this process while it extends the lease in time. */
export interface Lease {
  readonly workspace: WorkspaceId
  readonly id: string
  readonly run: string
  readonly payload: unknown
  /** Number of earlier attempts that were lost or put back. */
  readonly attempt: number
  /** Aborted if the job is cancelled, the lease is lost, or the process stops. */
  readonly signal: AbortSignal
  /**
   * Registers a check for partial cancellation of the run, see `Jobs.changed`. Returns the function that
   * unregisters it.
   */
  whenChanged(listener: ChangeListener): () => void
  /**
   * Writes in one transaction with a check of the lease, so that a cancelled or superseded job writes
   * nothing. The check travels with the first statement of `write`, whose result rejects if the lease was lost.
   * @throws LeaseLost
   */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `commit`, and ends the job.
   */
  finish<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `commit`, for statements without results: the statements of many jobs share a commit. */
  append(unit: readonly CompiledQuery[]): Promise<void>
}

/** Result of a job: done, or to be run again later. */
export type Ending = { readonly kind: 'done' } | { readonly kind: 'again'; readonly at: number }

export interface JobHandler {
  readonly kind: string
  /** An error causes a retry with backoff; after the last attempt the job has failed. */
  run(lease: Lease): Promise<Ending>
  /** Called once when the job has failed and will not be retried, in the same transaction. */
  failed?(
    tx: Tx,
    job: { workspace: WorkspaceId; run: string; payload: unknown; error: string },
  ): Promise<void>
}

/** The job was cancelled or another process holds it: stop without writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
