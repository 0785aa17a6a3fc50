import type { Json } from '../../engine/columns/index.ts'
import type { PaidCalls } from '../template-runs/index.ts'
import type { BatchRow } from './batch-cell.ts'
import type { Outcome, PlannedCell } from './outcome.ts'
import type { CellWork } from './paid-calls/paid-calls.ts'
import type { Satisfy } from './satisfier.ts'

export interface CachedValue {
  readonly value: Json
  readonly evidence?: Json
}

/** Storage and external calls of an evaluation. */
export interface EvaluationContext {
  record(outcome: Outcome): void
  /** Called with a cell that the run does not compute and whose value no longer matches its inputs. */
  markStale(cell: PlannedCell): void
  /** Called with a row in which a stale cell may match its inputs again. */
  markRevived(row: BatchRow): void
  readonly satisfy: Satisfy
  /** Returns the calls that the cell has paid for before. New calls are added to them. */
  paidCalls(work: CellWork): PaidCalls
  findCached(key: string): Promise<CachedValue | null>
  /** Called with an error that is not a failure of a cell. */
  fail(error: unknown): void
  /** Called when no call is running. */
  idle(): void
}
