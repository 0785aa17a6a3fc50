import type { Json } from '../../../engine/columns/json.ts'

/** Rows with titles; null is no value. */
export interface Batch {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly Json[])[]
}

/** The content of a source. `plan` is stored with the import and passed to `batches`. */
export interface Survey<P> {
  readonly rows: number
  /** Titles of the columns for the rows. */
  readonly titles: readonly string[]
  readonly plan: P
}

/**
 * A source of rows. `survey` reads it before anything is written, so that an unreadable source changes nothing; `batches` skips
 * rows that an earlier attempt added.
 */
export interface ImportSource<P = unknown> {
  /** @throws ImportFailure */
  survey(plan: P): Promise<Survey<P>>
  batches(plan: P, skip: number): AsyncGenerator<Batch>
}
