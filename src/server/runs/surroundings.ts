import type { Json } from '../../engine/columns/index.ts'
import type { PaidCalls } from '../running/index.ts'
import type { BatchCell, BatchRow } from './batch-cell.ts'
import type { PlannedColumn } from './column-plan.ts'
import type { Satisfy } from './needs.ts'
import type { Outcome } from './outcome.ts'
import type { CellWork } from './paid-calls.ts'

/** A cell whose value is not that of its inputs any more, though no run will compute it. */
export interface Outdated {
  readonly column: PlannedColumn
  readonly row: BatchRow
  readonly cell: BatchCell
}

export interface CachedValue {
  readonly value: Json
  readonly evidence?: Json
}

/** Where an evaluation leads: to the storage, and out. */
export interface Surroundings {
  settle(outcome: Outcome): void
  outdate(cell: Outdated): void
  /** Stale cells of the row may hold after all: their inputs are what they were computed from. */
  reconsider(row: BatchRow): void
  readonly satisfy: Satisfy
  /** What was asked for the cell before, and where it is kept what is asked now. */
  paidCalls(work: CellWork): PaidCalls
  findCached(key: string): Promise<CachedValue | null>
  /** What goes wrong through no fault of the sheet. */
  broken(error: unknown): void
  /** Nothing is under way any more. */
  rest(): void
}
