import { type LoadedSheet, typeOf } from '../sheets/index.ts'
import type { IdRange } from './queue-queries.ts'

/**
 * Cells that one transaction queues or writes: some 15 ms of SQLite's one writer, so that others wait less than 20.
 */
export const cellsAtOnce = 2500
/** Cells that one transaction computes and writes: others wait for the whole of it. */
const cellsOfBatch = 1_250
/** Cells of a portion that is only queued, for a model or code: some 5 ms of the writer, so that others wait little. */
const queuedCells = 320
/** Cells of the first portion of those: enough to begin with. */
const firstCells = 128
/** Rows of a job at most: so few that they fit into memory many times. */
const cheapRows = 1000
/** Where cells wait for somebody: what a crash undoes, and what one job has under way at most. */
const waitingRows = 64

/** What one job computes. */
export interface Batch {
  readonly number: number
  readonly rows: readonly IdRange[]
}

/** Ids of rows as ranges, in order. */
export function rangesOf(ids: readonly number[]): IdRange[] {
  const ranges: [number, number][] = []
  for (const id of [...ids].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && id <= last[1] + 1) last[1] = Math.max(last[1], id)
    else ranges.push([id, id])
  }
  return ranges
}

/** In order, none touching another. */
export function mergedRanges(ranges: readonly IdRange[]): IdRange[] {
  const result: [number, number][] = []
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** The parts of some ranges that lie in others; both are in order. */
export function rangesWithin(ranges: readonly IdRange[], bounds: readonly IdRange[]): IdRange[] {
  const found: IdRange[] = []
  for (const [from, to] of ranges)
    for (const [first, last] of bounds)
      if (first <= to && last >= from) found.push([Math.max(from, first), Math.min(to, last)])
  return found
}

/** Whether cells of these columns wait for somebody: a model, code, an address. */
export const isWaitedFor = ({ columns }: LoadedSheet, numbers: readonly number[]): boolean =>
  columns.some(({ number, type }) => numbers.includes(number) && typeOf(type).cost !== 'none')

/** Rows of a job whose cells are in these columns: its results are written with what they make stale. */
export function rowsOfBatch({ graph, columns }: LoadedSheet, numbers: readonly number[]): number {
  const own = columns.filter(({ number }) => numbers.includes(number)).map(({ id }) => id)
  const reached = own.flatMap((id) => graph.downstream(id).map(({ column }) => column))
  const width = new Set([...own, ...reached]).size
  return Math.min(cheapRows, Math.max(1, Math.floor(cellsOfBatch / Math.max(1, width))))
}

/** Ranges of rows cut into jobs. */
export function batchesOf(
  loaded: LoadedSheet,
  numbers: readonly number[],
  ranges: readonly IdRange[],
): Batch[] {
  const size = isWaitedFor(loaded, numbers) ? waitingRows : rowsOfBatch(loaded, numbers)
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

/** Batches together as far as one transaction may queue their cells, or compute them where they do not wait. */
export function portionsOf(batches: readonly Batch[], columns: number, waits: boolean): Batch[][] {
  const [first, others] = waits ? [firstCells, queuedCells] : [cellsOfBatch, cellsOfBatch]
  const portions: Batch[][] = []
  let cells = Number.POSITIVE_INFINITY
  for (const batch of batches) {
    const more = countRows(batch.rows) * columns
    if (cells + more > (portions.length === 1 ? first : others)) {
      portions.push([])
      cells = 0
    }
    portions.at(-1)!.push(batch)
    cells += more
  }
  return portions
}

export const countRows = (ranges: readonly IdRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0)
