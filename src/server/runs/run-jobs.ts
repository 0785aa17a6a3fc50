import type { NewJob } from '../jobs/index.ts'
import { type Batch, mergedRanges, rangesWithin } from './batches.ts'
import type { CellsAsked, IdRange } from './queue-queries.ts'

export const runJobKind = 'recalculate-cells'
export const queueJobKind = 'queue-cells'

/** What all jobs of a run have in common. */
export interface RunOfBatches {
  readonly operation: string
  readonly execution: string
  readonly sheet: number
  /** Numbers of the columns whose cells are computed. */
  readonly columns: readonly number[]
  /** Cells wait for somebody: a model, code, an address. */
  readonly waits: boolean
  readonly budget: RunBudgetText | null
}

/** What a job of a run does: the cells of the run in these rows. */
export interface BatchPayload extends RunOfBatches {
  readonly batch: number
  readonly rows: readonly IdRange[]
}

/** Part of a run that is too large to be queued at once. */
export interface QueuePayload extends RunOfBatches {
  readonly portion: number
  readonly batches: readonly Batch[]
  readonly asked: readonly CellsAsked[]
}

/** What the operation may use in all: calls, and US dollars as decimal text. */
export interface RunBudgetText {
  readonly calls: number | null
  readonly cost: string | null
}

export const batchJobs = (run: RunOfBatches, batches: readonly Batch[], turn?: number): NewJob[] =>
  batches.map(({ number, rows }): NewJob => {
    const payload: BatchPayload = { ...run, batch: number, rows }
    return { kind: runJobKind, run: run.operation, turn: turn ?? number, payload }
  })

/** Before any batch but those of the first portion: all of a run that takes its time is to be seen as queued soon. */
const queueingTurn = -1
/** The first portion of a run whose cells wait for somebody, and its batches: those who are asked answer the sooner. */
export const firstTurn = -2

export const queueingJobs = (
  run: RunOfBatches,
  portions: readonly (readonly Batch[])[],
  asked: readonly CellsAsked[],
): NewJob[] =>
  portions.map((batches, portion): NewJob => {
    const bounds = mergedRanges(batches.flatMap(({ rows }) => rows))
    const here = asked.map((cells) => ({ ...cells, rows: rangesWithin(cells.rows, bounds) }))
    const payload: QueuePayload = {
      ...run,
      portion,
      batches,
      asked: here.filter(({ rows }) => rows.length > 0),
    }
    const turn = portion === 0 ? firstTurn : queueingTurn
    return { kind: queueJobKind, run: run.operation, turn: run.waits ? turn : portion, payload }
  })
