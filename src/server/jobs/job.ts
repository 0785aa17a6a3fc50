import type { CompiledQuery, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** Work that any process may do later. */
export interface NewJob {
  readonly kind: string
  /** Groups jobs for cancelling and counting. */
  readonly run: string
  /** The job's position in its run. Claims are sorted by it, so that a large run does not delay a small one. */
  readonly turn: number
  /** A value that is stored as JSON. */
  readonly payload: unknown
  /** Milliseconds since 1970; the job does not start before. */
  readonly readyAt?: number
}

/** Checks which work of a job is still needed, and aborts the rest. */
export type ChangeListener = () => Promise<void>

/**
 * A claimed job and its lease, which this process extends in time. `this: object` makes it a type error to take a method
 * out of its lease, where it would fail.
 */
export interface Lease {
  readonly workspace: WorkspaceId
  readonly id: string
  readonly run: string
  readonly payload: unknown
  /** Aborts if the job is cancelled, the lease is lost, or the process stops. */
  readonly signal: AbortSignal
  /** Aborts at the stop signal of the process. A handler with `endsCalls` begins no further call then. */
  readonly stopping: AbortSignal
  /**
   * Registers a check that runs when a part of the run is cancelled, see `Jobs.changed`. Returns the function that
   * removes the check.
   */
  whenChanged(this: object, listener: ChangeListener): () => void
  /**
   * Writes in a transaction that also checks the lease, so that a cancelled or superseded job writes nothing. The check
   * is sent with the first statement of `write`, whose result rejects if the lease was lost.
   * @throws LeaseLost
   */
  commit<T>(this: object, write: (tx: Tx) => Promise<T>): Promise<T>
  /** As `commit`, and ends the job in the same transaction. */
  finish<T>(this: object, write: (tx: Tx) => Promise<T>): Promise<T>
  /** As `commit`, for statements without results. The statements of many jobs share a commit. */
  append(this: object, unit: readonly CompiledQuery[]): Promise<void>
}

/** The result of a job: it is done, or should run again at a time. */
export type Ending = { readonly kind: 'done' } | { readonly kind: 'again'; readonly at: number }

export interface JobHandler {
  readonly kind: string
  /**
   * True if the handler ends by itself after `lease.stopping`, once the calls under way have ended and their results
   * are stored. Other jobs are aborted at the stop signal.
   */
  readonly endsCalls?: true
  /** Does the job. An error causes a retry with backoff; after the last attempt the job has failed. */
  run(lease: Lease): Promise<Ending>
  /** Called once in the transaction in which the job fails for good. */
  failed?(
    tx: Tx,
    job: { workspace: WorkspaceId; run: string; payload: unknown; error: string },
  ): Promise<void>
}

/** The job was cancelled, or another process has it. The handler must stop without writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
