import { DistributionTally } from '../../../engine/sheet/index.ts'
import type { Handler } from '../../http/handler.ts'
import { Pace } from '../../pacing/pace.ts'
import { loadSheet } from '../storage/load-sheet.ts'
import { scanRows } from './scan-rows.ts'

const maxCells = 50_000

/** Reads the distribution of each column's values. It covers the first rows, up to 50,000 cells. */
export const readDistributions: Handler<'readDistributions'> = async ({ store }, { caller, params }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const { sheet, columns } = loaded
  const maxRows = Math.floor(maxCells / Math.max(1, columns.length))
  const tallies = columns.map((column) => ({ column, tally: new DistributionTally() }))
  const pace = new Pace()
  let rowsRead = 0
  for await (const { rows, cells } of scanRows(store.scan, loaded, columns)) {
    for (const row of rows.slice(0, maxRows - rowsRead)) {
      await pace.pause()
      for (const { column, tally } of tallies) tally.add(cells.content(column, row))
      rowsRead++
    }
    if (rowsRead >= maxRows) break
  }
  return {
    success: true as const,
    version: sheet.version_count,
    row_count: sheet.row_count,
    rows: rowsRead,
    columns: tallies.map(({ column, tally }) => ({ column_id: column.id, ...tally.result() })),
  }
}
