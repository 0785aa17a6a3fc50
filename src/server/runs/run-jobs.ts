import type { NewJob } from '../jobs/index.ts'
import { type Batch, mergedRanges, rangesWithin } from './batches.ts'
import type { CellSelection, IdRange } from './queue-queries.ts'

export const runJobKind = 'recalculate-cells'
export const queueJobKind = 'queue-cells'

/** The fields of all jobs of a run. */
export interface RunOfBatches {
  readonly operation: string
  readonly execution: string
  readonly sheet: number
  /** Numbers of the columns whose cells are computed. */
  readonly columns: readonly number[]
  /** True if the cells call a model, code or an address. */
  readonly waits: boolean
  readonly budget: RunBudgetText | null
}

/** A job that computes the run's cells in these rows. */
export interface BatchPayload extends RunOfBatches {
  readonly batch: number
  readonly rows: readonly IdRange[]
}

/** A job that queues part of a large run. */
export interface QueuePayload extends RunOfBatches {
  readonly portion: number
  readonly batches: readonly Batch[]
  readonly asked: readonly CellSelection[]
}

/** The budget of the operation: calls, and US dollars as decimal text. */
export interface RunBudgetText {
  readonly calls: number | null
  readonly cost: string | null
}

export const batchJobs = (run: RunOfBatches, batches: readonly Batch[], turn?: number): NewJob[] =>
  batches.map(({ number, rows }): NewJob => {
    const payload: BatchPayload = { ...run, batch: number, rows }
    return { kind: runJobKind, run: run.operation, turn: turn ?? number, payload }
  })

/**
 * Turn of jobs that queue portions. They go before all batches except those of the first portion, so that all cells
 * soon show as queued.
 */
const queueingTurn = -1
/** Turn of the first portion of a run with external calls, and of its batches, so that the first calls start early. */
export const firstTurn = -2

export const queueingJobs = (
  run: RunOfBatches,
  portions: readonly (readonly Batch[])[],
  selections: readonly CellSelection[],
): NewJob[] =>
  portions.map((batches, portion): NewJob => {
    const bounds = mergedRanges(batches.flatMap(({ rows }) => rows))
    const selectionsWithin = selections.map((cells) => ({ ...cells, rows: rangesWithin(cells.rows, bounds) }))
    const payload: QueuePayload = {
      ...run,
      portion,
      batches,
      asked: selectionsWithin.filter(({ rows }) => rows.length > 0),
    }
    const turn = portion === 0 ? firstTurn : queueingTurn
    return { kind: queueJobKind, run: run.operation, turn: run.waits ? turn : portion, payload }
  })
