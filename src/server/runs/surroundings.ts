import type { Json } from '../../engine/columns/index.ts'
import type { PaidCalls } from '../running/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn } from './column-plan.ts'
import type { Outcome } from './outcome.ts'
import type { CellWork } from './paid-calls.ts'
import type { Satisfy } from './satisfier.ts'

/** A cell whose value no longer matches its inputs, and that no run computes. */
export interface NewlyStale {
  readonly column: PlannedColumn
  readonly row: BatchRow
  readonly cell: BatchCell
}

export interface CachedValue {
  readonly value: Json
  readonly evidence?: Json
}

/** The evaluation's access to storage and external calls. */
export interface Surroundings {
  record(outcome: Outcome): void
  markStale(cell: NewlyStale): void
  /** Stale cells of the row may match their inputs again. */
  reconsider(row: BatchRow): void
  readonly satisfy: Satisfy
  /** The earlier paid calls of the cell; new calls are added to them. */
  paidCalls(work: CellWork): PaidCalls
  findCached(key: string): Promise<CachedValue | null>
  /** Called with errors that are not failures of a cell. */
  fail(error: unknown): void
  /** Called when no cell is running. */
  idle(): void
}
