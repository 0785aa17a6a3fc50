import type { CellRange, ChangedCells, Effects } from '../../../engine/sheet/index.ts'
import { chunksOf, type SheetRow, type Tx } from '../../db/index.ts'
import { makeStale, type StaleRows } from './cell-queries.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { recordCells } from './record-changes.ts'
import { RowOrder } from './row-order.ts'
import { selectRowIdsAt } from './row-queries.ts'

/**
 * Makes cells stale, as the engine says, and records them for clients. New cells need no write, because a cell that is
 * not stored is stale. Returns the number of cells that became stale.
 */
export async function runEffects(
  tx: Tx,
  loaded: LoadedSheet,
  { stale, reconfigured }: Pick<Effects, 'stale' | 'reconfigured'>,
  now: number,
  written: readonly ChangedCells[] = [],
): Promise<number> {
  let count = 0
  const changed: ChangedCells[] = [...written]
  const ranges = [...reconfigured, ...stale].filter(
    (range) => loaded.byId.has(range.column) && loaded.sheets.has(range.sheet),
  )
  for (const rangesOfSameRows of Map.groupBy(ranges, ({ sheet, rows }) =>
    JSON.stringify([sheet, rows]),
  ).values()) {
    const sheet = loaded.sheets.get(rangesOfSameRows[0]!.sheet)!
    const ranges = await rowsOf(tx, sheet, rangesOfSameRows[0]!)
    for (const chunk of chunksOfColumns(rangesOfSameRows, ranges)) {
      const countBefore = count
      const numbers = chunk.map(({ column }) => loaded.byId.get(column)!.number)
      for (const rows of ranges) count += await makeStale(tx, sheet, numbers, rows, sheet.version_count, now)
      if (count > countBefore) changed.push(...chunk)
    }
  }
  await recordCells(tx, loaded, changed)
  return count
}

/** Maximum cells that one statement marks in several columns. */
const maxCellsOfColumns = 2500

/** Groups columns: if there are few rows, one statement marks all columns; otherwise each column gets its own. */
function chunksOfColumns(ranges: readonly CellRange[], staleRows: readonly StaleRows[]): CellRange[][] {
  const rows = staleRows.reduce(
    (sum, rowSet) => sum + ('from' in rowSet ? rowSet.to - rowSet.from + 1 : rowSet.length),
    0,
  )
  return rows * ranges.length <= maxCellsOfColumns ? [[...ranges]] : ranges.map((range) => [range])
}

/** Maximum rows that a statement names; for a few named rows PostgreSQL would scan the sheet. */
const maxNamedRows = 1000

async function rowsOf(tx: Tx, sheet: SheetRow, { rows }: CellRange): Promise<StaleRows[]> {
  if (rows === 'all') return [...everyRow(sheet)]
  const order = RowOrder.parse(sheet.gaps)
  const staleRows: StaleRows[] = []
  const scattered: number[] = []
  for (const { from, to } of rows) {
    if (to - from > maxNamedRows) staleRows.push(order.positionsBetween(from, to))
    else for (let index = from; index < to; index++) scattered.push(order.positionOf(index))
  }
  for (const chunk of chunksOf(scattered, maxNamedRows))
    staleRows.push(await selectRowIdsAt(tx, sheet, chunk))
  return staleRows.filter((rowSet) => !Array.isArray(rowSet) || rowSet.length > 0)
}

/** Maximum positions of one statement, because of PostgreSQL's timeout of 5 s. */
const maxPositions = 50_000

function* everyRow({ next_position }: SheetRow): Generator<StaleRows> {
  for (let from = 0; from < next_position; from += maxPositions) yield { from, to: from + maxPositions - 1 }
}
