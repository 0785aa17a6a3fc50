import { type LoadedSheet, typeOf } from '../sheets/storage/index.ts'
import type { IdRange } from './queue-queries.ts'

/**
 * Cells that one transaction queues or writes: about 15 ms of SQLite's writer, so that other writes wait less than 20.
 */
export const cellsPerTransaction = 2500
/** Cells that one transaction computes and writes; other writes wait meanwhile. */
const cellsOfBatch = 1_250
/** Cells of a portion that is only queued, because models or code compute them: about 5 ms of SQLite's writer. */
const queuedCells = 320
/** Cells of the first queued portion. It is small, so that the first calls start early. */
const firstCells = 128
/** Maximum rows of a job, to bound its memory. */
const rowsWithoutCalls = 1000
/** Maximum rows of a job with external calls, which run at the same time and are repeated after a crash. */
const rowsWithCalls = 64

/** The rows of one job. */
export interface Batch {
  readonly number: number
  readonly rows: readonly IdRange[]
}

/** Sorts ids and merges them into ranges. */
export function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: [number, number][] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && id <= last[1] + 1) last[1] = Math.max(last[1], id)
    else ranges.push([id, id])
  }
  return ranges
}

/** Sorts ranges and merges those that touch. */
export function mergedRanges(ranges: readonly IdRange[]): IdRange[] {
  const result: [number, number][] = []
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** Returns the intersection of two sorted lists of ranges. */
export function rangesWithin(ranges: readonly IdRange[], bounds: readonly IdRange[]): IdRange[] {
  const intersection: IdRange[] = []
  for (const [from, to] of ranges)
    for (const [first, last] of bounds)
      if (first <= to && last >= from) intersection.push([Math.max(from, first), Math.min(to, last)])
  return intersection
}

/** True if some of these columns call a model, code or an address. */
export const hasExternalCalls = ({ columns }: LoadedSheet, numbers: readonly number[]): boolean =>
  columns.some(({ number, type }) => numbers.includes(number) && typeOf(type).cost !== 'none')

/**
 * The number of rows of a job for these columns. Results are written together with the cells that become stale, so both
 * count.
 */
export function rowsOfBatch({ graph, columns }: LoadedSheet, numbers: readonly number[]): number {
  const columnIds = columns.filter(({ number }) => numbers.includes(number)).map(({ id }) => id)
  const downstream = columnIds.flatMap((id) => graph.downstream(id).map(({ column }) => column))
  const width = new Set([...columnIds, ...downstream]).size
  return Math.min(rowsWithoutCalls, Math.max(1, Math.floor(cellsOfBatch / Math.max(1, width))))
}

/** Splits ranges of rows into jobs. */
export function batchesOf(
  loaded: LoadedSheet,
  numbers: readonly number[],
  ranges: readonly IdRange[],
): Batch[] {
  const size = hasExternalCalls(loaded, numbers) ? rowsWithCalls : rowsOfBatch(loaded, numbers)
  const batches: Batch[] = []
  let rows: IdRange[] = []
  let free = size
  const end = () => {
    if (rows.length > 0) batches.push({ number: batches.length, rows })
    rows = []
    free = size
  }
  for (const [first, last] of ranges)
    for (let from = first; from <= last; ) {
      const to = Math.min(last, from + free - 1)
      rows.push([from, to])
      free -= to - from + 1
      from = to + 1
      if (free === 0) end()
    }
  end()
  return batches
}

/** Groups batches into portions. One transaction can queue a portion, or compute it if it needs no external calls. */
export function portionsOf(batches: readonly Batch[], columns: number, hasExternalCalls: boolean): Batch[][] {
  const [first, later] = hasExternalCalls ? [firstCells, queuedCells] : [cellsOfBatch, cellsOfBatch]
  const portions: Batch[][] = []
  let cells = Number.POSITIVE_INFINITY
  for (const batch of batches) {
    const batchCells = countRows(batch.rows) * columns
    if (cells + batchCells > (portions.length === 1 ? first : later)) {
      portions.push([])
      cells = 0
    }
    portions.at(-1)!.push(batch)
    cells += batchCells
  }
  return portions
}

export const countRows = (ranges: readonly IdRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
