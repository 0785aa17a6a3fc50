import type { Failure, Json } from '../../engine/columns/index.ts'
import type { RequestMetrics } from '../sheets/storage/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn } from './column-plan.ts'

/** The result of one cell in a run. */
export type Outcome = Computed | Failed | Unchanged | GivenUp | Awaiting | Unpaid | Progressed

/** A cell of the batch with its row and its planned column. */
export interface PlannedCell {
  readonly column: PlannedColumn
  readonly row: BatchRow
  readonly cell: BatchCell
}

export interface Computed extends PlannedCell {
  readonly kind: 'computed'
  readonly value: Json
  readonly evidence: Json | undefined
  readonly hash: string
  readonly metrics: RequestMetrics | null
  /** The cache key, which cells with equal inputs share; null if the value is not cached. */
  readonly cacheKey: string | null
}

export interface Failed extends PlannedCell {
  readonly kind: 'failed'
  readonly failure: Failure
  readonly partial: Json | undefined
  readonly metrics: RequestMetrics | null
}

/** The inputs have not changed since the value of the cell was computed. */
export interface Unchanged extends PlannedCell {
  readonly kind: 'unchanged'
}

/** The cell waits for an input that no run computes. */
export interface GivenUp extends PlannedCell {
  readonly kind: 'given up'
}

/** The cell waits for a person. */
export interface Awaiting extends PlannedCell {
  readonly kind: 'awaiting'
}

/** The budget of the operation is not enough for the cell. */
export interface Unpaid extends PlannedCell {
  readonly kind: 'unpaid'
}

/** A step of the computation is done. After a crash another process can continue from it. */
export interface Progressed extends PlannedCell {
  readonly kind: 'progressed'
  readonly progress: string
}
