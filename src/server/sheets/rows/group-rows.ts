import { RowGroups } from '../../../engine/sheet/index.ts'
import { displayOf } from '../../files/index.ts'
import type { Handler } from '../../http/handler.ts'
import { Pace } from '../../pacing/pace.ts'
import { loadSheet } from '../storage/load-sheet.ts'
import { conditionsNow, queriedColumn } from './conditions-of.ts'
import { scanRows } from './scan-rows.ts'

const maxCells = 500_000
const maxGroups = 200

/** Groups rows by the value of one column, and adds up the other columns for each group. */
export const groupRows: Handler<'groupRows'> = async ({ store }, { caller, params, body }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const { sheet, columns } = loaded
  const grouping = queriedColumn(columns, body.column_id, 'body', 'column_id')
  const { matches, readMetrics } = await conditionsNow(store.db, caller.workspace, loaded, body.filters)
  const others = columns.filter(({ id }) => id !== grouping.id)
  const maxRows = Math.max(1, Math.floor(maxCells / columns.length))
  const groups = new RowGroups(others.length)
  const pace = new Pace()
  let rowsRead = 0
  for await (const { rows, cells } of scanRows(store.scan, loaded, columns, { readMetrics })) {
    for (const row of rows.slice(0, maxRows - rowsRead)) {
      await pace.pause()
      rowsRead++
      const cellOf = (column: (typeof columns)[number]) => cells.content(column, row)
      if (!matches(cellOf)) continue
      groups.add(
        displayOf(cellOf(grouping).value) ?? '',
        others.map((column) => cellOf(column)),
      )
    }
    if (rowsRead >= maxRows) break
  }
  const { groups: listedGroups, otherRows } = groups.result(maxGroups)
  return {
    success: true as const,
    version: sheet.version_count,
    row_count: sheet.row_count,
    rows: rowsRead,
    groups: listedGroups.map(({ value, rows, measures }) => ({
      value,
      row_count: rows,
      columns: measures.flatMap((measure, index) =>
        measure ? [{ column_id: others[index]!.id, measure }] : [],
      ),
    })),
    other_rows: otherRows,
  }
}
