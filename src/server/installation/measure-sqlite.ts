import { stat } from 'node:fs/promises'
import { databaseFile, type Store } from '../db/index.ts'
import { firstRow, type Measure, type MeasuredPart, timeLimits } from './measure.ts'
import { countedTables, type Part, partOf, parts } from './parts.ts'
import {
  countQuery,
  extentQuery,
  isSampled,
  sampleQuery,
  treeSizesQuery,
  treesQuery,
} from './sqlite-queries.ts'

/** Number of rows in the sample from which a table's size is estimated. */
const sampleSize = 64

/** Measures each part if that is fast; otherwise estimates its size from a sample of rows in its largest table. */
export const measureSqlite: Measure = async (store, folder) => {
  const trees = await store.timedQuery(treesQuery(store), timeLimits.size)
  const measured: MeasuredPart[] = []
  for (const part of parts) {
    const names = trees.filter(({ table_name }) => partOf(table_name) === part).map(({ name }) => name)
    measured.push(await measurePart(store, part, names))
  }
  const bytes = await fileBytes(folder)
  return { bytes, parts: withRemainder(measured, bytes) }
}

/** If only one part is too large to measure, it gets the bytes that the other parts leave. */
function withRemainder(parts: readonly MeasuredPart[], bytes: number): readonly MeasuredPart[] {
  if (parts.filter((part) => part.bytes === null).length !== 1) return parts
  const measuredBytes = parts.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
  return parts.map((part) =>
    part.bytes === null ? { ...part, bytes: Math.max(0, bytes - measuredBytes) } : part,
  )
}

async function measurePart(store: Store, part: Part, trees: readonly string[]): Promise<MeasuredPart> {
  const table = countedTables[part] ?? null
  const size = await firstRow(store, treeSizesQuery(store, trees), timeLimits.size)
  const counted = table === null ? null : await firstRow(store, countQuery(store, table), timeLimits.count)
  if (size && (counted || table === null))
    return { name: part, bytes: size.bytes ?? 0, rows: counted?.rows ?? null, isEstimate: false }
  const sample = table !== null && isSampled(table) ? await sampleOf(store, table) : null
  return {
    name: part,
    bytes: size?.bytes ?? sample?.bytes ?? null,
    rows: counted?.rows ?? sample?.rows ?? null,
    isEstimate: true,
  }
}

/**
 * Estimates a table's size. The range of row ids gives the number of rows, because rows are added at the end and
 * deleted from the start.
 */
async function sampleOf(store: Store, table: string) {
  const [extent] = await store.timedQuery(extentQuery(store, table), timeLimits.size)
  const { first, last } = extent!
  if (first === null || last === null) return { rows: 0, bytes: 0 }
  const rows = last - first + 1
  const step = rows / sampleSize
  const rowids = Array.from({ length: sampleSize }, (_, index) => first + Math.floor(index * step))
  const mean = await firstRow(store, sampleQuery(store, table, rowids), timeLimits.size)
  return { rows, bytes: mean?.bytes == null ? null : Math.round(rows * mean.bytes) }
}

/** Bytes of the database file and its write-ahead log. */
async function fileBytes(folder: string): Promise<number> {
  const sizes = await Promise.all(['', '-wal', '-shm'].map((end) => sizeOf(databaseFile(folder) + end)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}
