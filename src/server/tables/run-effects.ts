import type { CellRange, Effects } from '../../engine/sheet/index.ts'
import { chunksOf, type SheetRow, type Tx } from '../db/index.ts'
import { makeStale, type StaleRows } from './cell-queries.ts'
import { noteCells } from './live/note-changes.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { RowOrder } from './row-order.ts'
import { selectRowIdsAt } from './row-queries.ts'

/**
 * Carries out what the engine says a change does to computed cells. New cells need nothing: a cell that is not
 * stored is stale. The number of cells that became stale by it.
 */
export async function runEffects(
  tx: Tx,
  loaded: LoadedSheet,
  { stale, reconfigured }: Pick<Effects, 'stale' | 'reconfigured'>,
  now: number,
): Promise<number> {
  let count = 0
  const changed: CellRange[] = []
  for (const range of [...reconfigured, ...stale]) {
    const column = loaded.byId.get(range.column)
    const sheet = loaded.sheets.get(range.sheet)
    if (!column || !sheet) continue
    const before = count
    for (const rows of await rowsOf(tx, sheet, range))
      count += await makeStale(tx, sheet, column.number, rows, sheet.version_count, now)
    if (count > before) changed.push(range)
  }
  await noteCells(tx, loaded, changed)
  return count
}

/** Up to so many rows are named one by one; PostgreSQL would look through the whole sheet for a few. */
const mostNamed = 1000

async function rowsOf(tx: Tx, sheet: SheetRow, { rows }: CellRange): Promise<StaleRows[]> {
  if (rows === 'all') return [...everyRow(sheet)]
  const order = RowOrder.parse(sheet.gaps)
  const found: StaleRows[] = []
  const scattered: number[] = []
  for (const { from, to } of rows) {
    if (to - from > mostNamed) found.push(order.positionsBetween(from, to))
    else for (let index = from; index < to; index++) scattered.push(order.positionOf(index))
  }
  for (const some of chunksOf(scattered, mostNamed)) found.push(await selectRowIdsAt(tx, sheet, some))
  return found.filter((some) => !Array.isArray(some) || some.length > 0)
}

/** Positions of one statement: under the 5 seconds that PostgreSQL is given for one. */
const markedAtOnce = 50_000

function* everyRow({ next_position }: SheetRow): Generator<StaleRows> {
  for (let from = 0; from < next_position; from += markedAtOnce) yield { from, to: from + markedAtOnce - 1 }
}
