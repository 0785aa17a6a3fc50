import { compareSortKeys, type RowSortKey, rowSortKey } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { pacedSort } from '../../pacing/paced-sort.ts'
import { loadSheet } from '../storage/load-sheet.ts'
import { asQueried, conditionsNow, queriedColumn } from './conditions-of.ts'
import { scanRows } from './scan-rows.ts'

interface Match {
  readonly index: number
  readonly key: RowSortKey
}

/** Finds the indexes of the rows that pass all conditions, sorted by a column. The rows stay where they are. */
export const queryRows: Handler<'queryRows'> = async ({ store }, { caller, params, body }) => {
  const loaded = await loadSheet(store.db, caller.workspace, params)
  const conditions = await conditionsNow(store.db, caller.workspace, loaded, body.filters)
  const sortColumn = body.sort
    ? queriedColumn(loaded.columns, body.sort.column_id, 'body', 'sort', 'column_id')
    : null
  const columns = [...conditions.columns, ...(sortColumn ? [sortColumn] : [])]
  const matches: Match[] = []
  for await (const { rows, cells } of scanRows(store.scan, loaded, columns, conditions))
    for (const row of rows) {
      const contentOf = (column: SheetColumnRow) => cells.content(column, row)
      if (conditions.matches(contentOf))
        matches.push({
          index: row.index,
          key: sortColumn && rowSortKey(asQueried(contentOf(sortColumn), null)),
        })
    }
  const direction = body.sort?.direction ?? 'asc'
  const sorted = sortColumn
    ? await pacedSort(matches, (a, b) => compareSortKeys(a.key, b.key, direction) || a.index - b.index)
    : matches
  return {
    success: true as const,
    version: loaded.sheet.version_count,
    row_count: loaded.sheet.row_count,
    row_indexes: sorted.map(({ index }) => index),
  }
}
