import { stat } from 'node:fs/promises'
import { databaseFile, type Store } from '../db/index.ts'
import { type Measure, type MeasuredPart, patience } from './measure.ts'
import { countedTables, type Part, partOf, parts } from './parts.ts'
import {
  countQuery,
  extentQuery,
  isSampled,
  sampleQuery,
  treeSizesQuery,
  treesQuery,
} from './sqlite-queries.ts'
import { within } from './within.ts'

/** Rows that are looked at to tell what all of them take. */
const sampleSize = 64

/** Part by part: measured where that takes a moment, else estimated from a few rows of its largest table. */
export const measureSqlite: Measure = async (store, folder) => {
  const trees = await store.question(treesQuery(store), patience.size)
  const found: MeasuredPart[] = []
  for (const part of parts) {
    const names = trees.filter(({ table_name }) => partOf(table_name) === part).map(({ name }) => name)
    found.push(await measurePart(store, part, names))
  }
  const bytes = await fileBytes(folder)
  return { bytes, parts: withRemainder(found, bytes) }
}

/** When one part alone is too large to measure, it is what the others leave. */
function withRemainder(found: readonly MeasuredPart[], bytes: number): readonly MeasuredPart[] {
  if (found.filter((part) => part.bytes === null).length !== 1) return found
  const rest = found.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
  return found.map((part) => (part.bytes === null ? { ...part, bytes: Math.max(0, bytes - rest) } : part))
}

async function measurePart(store: Store, part: Part, trees: readonly string[]): Promise<MeasuredPart> {
  const table = countedTables[part] ?? null
  const size = await within(store, treeSizesQuery(store, trees), patience.size)
  const counted = table === null ? null : await within(store, countQuery(store, table), patience.count)
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

/** Rows come in at the end and are let go at the beginning, so that their numbers tell how many there are. */
async function sampleOf(store: Store, table: string) {
  const [extent] = await store.question(extentQuery(store, table), patience.size)
  const { first, last } = extent!
  if (first === null || last === null) return { rows: 0, bytes: 0 }
  const rows = last - first + 1
  const step = rows / sampleSize
  const rowids = Array.from({ length: sampleSize }, (_, index) => first + Math.floor(index * step))
  const mean = await within(store, sampleQuery(store, table, rowids), patience.size)
  return { rows, bytes: mean?.bytes == null ? null : Math.round(rows * mean.bytes) }
}

/** The file, and what is written and not yet in it. */
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
