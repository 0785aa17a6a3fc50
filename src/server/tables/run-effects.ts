import type { CellRange, Effects } from '../../engine/sheet/index.ts'
import type { Tx } from '../db/index.ts'
import { makeStale } from './cell-queries.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { type PositionRange, RowOrder } from './row-order.ts'

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
  for (const range of [...reconfigured, ...stale]) {
    const column = loaded.byId.get(range.column)
    const sheet = loaded.sheets.get(range.sheet)
    if (!column || !sheet) continue
    const at = positionsOf(range, RowOrder.parse(sheet.gaps))
    count += await makeStale(tx, sheet, column.number, at, sheet.version_count, now)
  }
  return count
}

function positionsOf({ rows }: CellRange, order: RowOrder): readonly PositionRange[] | 'all' {
  return rows === 'all' ? 'all' : rows.map(({ from, to }) => order.positionsBetween(from, to))
}
