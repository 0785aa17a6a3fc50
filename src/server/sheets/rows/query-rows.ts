import { Refusal } from '../../../engine/refusal.ts'
import {
  compareSortKeys,
  type QueriedCell,
  type RowSortKey,
  rowCondition,
  rowSortKey,
} from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import { displayOf } from '../../files/index.ts'
import type { Handler } from '../../http/handler.ts'
import { pacedSort } from '../../paced-sort.ts'
import { loadSheet } from '../storage/load-sheet.ts'
import { scanRows } from './scan-rows.ts'

interface Match {
  readonly index: number
  readonly key: RowSortKey
}

/** Indexes of the rows that meet all conditions, in the order of a column. Does not move the rows. */
export const queryRows: Handler<'queryRows'> = async ({ store }, { caller, params, body }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const columnAt = (id: string, ...loc: (string | number)[]): SheetColumnRow => {
    const column = loaded.columns.find((one) => one.id === id.toLowerCase())
    if (!column) throw new Refusal('invalid', 'The sheet has no such column.', { loc: ['body', ...loc] })
    return column
  }
  const conditions = body.filters.map(({ column_id, operator, value }, at) => {
    const matches = rowCondition(operator, value, ['body', 'filters', at, 'value'])
    return { column: columnAt(column_id, 'filters', at, 'column_id'), matches }
  })
  const sortColumn = body.sort ? columnAt(body.sort.column_id, 'sort', 'column_id') : null
  const columns = [...conditions.map(({ column }) => column), ...(sortColumn ? [sortColumn] : [])]
  const found: Match[] = []
  for await (const { rows, cells } of scanRows(store.scan, loaded, columns))
    for (const row of rows) {
      const cellOf = (column: SheetColumnRow): QueriedCell => {
        const { status, value } = cells.content(column, row)
        return { status, value, text: displayOf(value) ?? '' }
      }
      if (conditions.every(({ column, matches }) => matches(cellOf(column))))
        found.push({ index: row.index, key: sortColumn && rowSortKey(cellOf(sortColumn)) })
    }
  const direction = body.sort?.direction ?? 'asc'
  const sorted = sortColumn
    ? await pacedSort(found, (a, b) => compareSortKeys(a.key, b.key, direction) || a.index - b.index)
    : found
  return {
    success: true as const,
    version: loaded.sheet.version_count,
    row_count: loaded.sheet.row_count,
    row_indexes: sorted.map(({ index }) => index),
  }
}
