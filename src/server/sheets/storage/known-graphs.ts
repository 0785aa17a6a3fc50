import { Graph, type SheetColumn } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'

/** Bytes of all that is kept, about. */
const maxBytes = 8_000_000

interface Known {
  readonly bytes: number
  readonly columns: readonly SheetColumnRow[]
  readonly sheets: readonly string[]
  readonly graph: Graph
}

/** By the first column; the one used longest ago stands first. */
const known = new Map<string, Known>()
let kept = 0

/**
 * A graph is a value of what is stored of its columns, so the one that was made of the same columns is it. Making one
 * of 30 columns takes a quarter of a millisecond, and an edit asks for it half a dozen times.
 */
export function graphOf(
  columns: readonly SheetColumnRow[],
  sheetOf: (column: SheetColumnRow) => string | undefined,
  describe: (column: SheetColumnRow, sheet: string) => SheetColumn,
): Graph {
  const stood = columns.filter((column) => sheetOf(column) !== undefined)
  const sheets = stood.map((column) => sheetOf(column)!)
  const key = stood[0]?.id ?? ''
  const found = known.get(key)
  if (found) forget(key, found)
  if (found && isOf(found, stood, sheets)) {
    keep(key, found)
    return found.graph
  }
  const graph = new Graph(stood.map((column, at) => describe(column, sheets[at]!)))
  keep(key, { bytes: bytesOf(stood), columns: stood, sheets, graph })
  return graph
}

function forget(key: string, { bytes }: Known) {
  known.delete(key)
  kept -= bytes
}

function keep(key: string, one: Known) {
  if (one.bytes > maxBytes) return
  known.set(key, one)
  kept += one.bytes
  for (const [oldest, other] of known) {
    if (kept <= maxBytes) return
    forget(oldest, other)
  }
}

/** A graph remembers for each column which ones follow from it, in the worst case all. */
const bytesOf = (columns: readonly SheetColumnRow[]): number =>
  columns.reduce(
    (sum, { config, title, dependencies }) =>
      sum + 500 + columns.length * 50 + 2 * ((config?.length ?? 0) + title.length + dependencies.length),
    0,
  )

const isOf = ({ columns, sheets }: Known, asked: readonly SheetColumnRow[], at: readonly string[]): boolean =>
  columns.length === asked.length &&
  columns.every((column, index) => sheets[index] === at[index] && isSame(column, asked[index]!))

/** In all that a graph is made of. */
const isSame = (a: SheetColumnRow, b: SheetColumnRow): boolean =>
  a.id === b.id &&
  a.position_rank === b.position_rank &&
  a.title === b.title &&
  a.type === b.type &&
  a.config === b.config &&
  a.dependencies === b.dependencies
