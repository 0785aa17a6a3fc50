import type { Json } from '../../../engine/columns/json.ts'

/** Rows as values below titles; null is no value. */
export interface Batch {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly Json[])[]
}

/** What a source turned out to hold. `plan` goes where the import keeps its plan, and comes back with `batches`. */
export interface Survey<P> {
  readonly rows: number
  /** Of the columns into which the rows go. */
  readonly titles: readonly string[]
  readonly plan: P
}

/**
 * Where rows come from. It is looked through before anything is written, so that what cannot be read changes
 * nothing; then it gives its rows, behind those that an attempt before has already added.
 */
export interface ImportSource<P = unknown> {
  /** @throws ImportFailure */
  survey(plan: P): Promise<Survey<P>>
  batches(plan: P, skip: number): AsyncGenerator<Batch>
}
