import type { Json } from '../../../engine/json/json.ts'

/** Rows with the titles of their columns. Null means no value. */
export interface Batch {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly Json[])[]
}

/** The result of reading a source. `plan` is stored with the import and passed to `batches`. */
export interface Survey<P> {
  readonly rows: number
  /** The titles of the columns that the rows have. */
  readonly titles: readonly string[]
  readonly plan: P
}

/**
 * A source of rows. `survey` reads it before any write, so that an unreadable source changes nothing. `batches` skips
 * the rows that an earlier attempt added.
 */
export interface ImportSource<P = unknown> {
  /** @throws ImportFailure */
  survey(plan: P): Promise<Survey<P>>
  batches(plan: P, skip: number): AsyncGenerator<Batch>
}
