import type { CompiledQuery, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'

/** Work to be done later, by whichever process comes first. */
export interface NewJob {
  readonly kind: string
  /** Jobs of one run are cancelled and counted together. */
  readonly run: string
  /** Its place in the run: runs take turns by it, so a run of ten thousand does not hold up a run of one. */
  readonly turn: number
  /** JSON. */
  readonly payload: unknown
  /** Not before this time. */
  readonly readyAt?: number
}

/** A job that this process holds, for as long as it says so in time. */
/** Finds out what of one's work is still wanted, and ends the rest. */
export type Look = () => Promise<void>

export interface Lease {
  readonly workspace: WorkspaceId
  readonly id: string
  readonly run: string
  readonly payload: unknown
  /** How often it was begun before: by a process that was lost, or by this one, which put it back. */
  readonly attempt: number
  /** Aborted when the job was cancelled, the lease was lost, or this process stops. */
  readonly signal: AbortSignal
  /** Has this called, until what comes back is called, when part of the run may have been taken back: see `Jobs.changed`. */
  whenChanged(look: Look): () => void
  /**
   * Writes only while the lease is held, and in one transaction with that fact: what a cancelled or superseded
   * worker computed goes nowhere. Throws LeaseLost then.
   */
  commit<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * As `commit`, and the job is done with it, without waiting for the answer whether the lease is held: `write` may be
   * under way when it is not. Nothing of it is kept then, and its next answer or its end throws.
   */
  finish<T>(write: (tx: Tx) => Promise<T>): Promise<T>
  /** As `commit`, for statements that need no answer: those of many jobs share a commit. */
  append(unit: readonly CompiledQuery[]): Promise<void>
}

/** What became of a job: done, or to be taken up again at some time. */
export type Ending = { readonly kind: 'done' } | { readonly kind: 'again'; readonly at: number }

export interface JobHandler {
  readonly kind: string
  /** An error thrown makes another attempt, later; after the last one the job has failed. */
  run(lease: Lease): Promise<Ending>
  /** Told once when the job has failed for good, in the transaction that says so. */
  failed?(
    tx: Tx,
    job: { workspace: WorkspaceId; run: string; payload: unknown; error: string },
  ): Promise<void>
}

/** The lease went to somebody else, or the job was cancelled: stop, and write nothing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
