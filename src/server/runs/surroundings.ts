import type { Json } from '../../engine/columns/index.ts'
import type { PaidCalls } from '../running/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn } from './column-plan.ts'
import type { Outcome } from './outcome.ts'
import type { CellWork } from './paid-calls.ts'
import type { Satisfy } from './satisfier.ts'

/** A cell whose value no longer matches its inputs, and that is not computed by a run. */
export interface NewlyStale {
  readonly column: PlannedColumn
  readonly row: BatchRow
  readonly cell: BatchCell
}

export interface CachedValue {
  readonly value: Json
  readonly evidence?: Json
}

/** Storage and external calls of an evaluation. */
export interface Surroundings {
  record(outcome: Outcome): void
  markStale(cell: NewlyStale): void
  /** Called when stale cells of the row may match their inputs again. */
  reconsider(row: BatchRow): void
  readonly satisfy: Satisfy
  /** Returns the calls that the cell has paid for before. New calls are added to them. */
  paidCalls(work: CellWork): PaidCalls
  findCached(key: string): Promise<CachedValue | null>
  /** Called with an error that is not a failure of a cell. */
  fail(error: unknown): void
  /** Called when no call is running. */
  idle(): void
}
