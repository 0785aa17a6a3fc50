import { Refusal } from '../../../engine/refusal.ts'
import type { SheetColumnRow } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { readCursor } from '../storage/cursor.ts'
import { type LoadedSheet, loadSheet } from '../storage/load-sheet.ts'
import { pageOf } from '../storage/page.ts'
import { presentColumn } from '../storage/present.ts'
import { presentSystemColumn, systemColumnsOf } from '../storage/system-columns.ts'

/** Maximum columns. PromptLayer allows as many in import files. */
export const maxColumns = 999

export function refuseTooManyColumns({ columns }: LoadedSheet, added = 1) {
  if (columns.length + added > maxColumns)
    throw new Refusal('bad_request', `A sheet has at most ${maxColumns} columns.`)
}

export const listColumns: Handler<'listColumns'> = async ({ store }, { caller, params, query }) => {
  const { sheet, columns } = await loadSheet(store.db, caller.workspace, params)
  const scope = ['columns', sheet.id, query.include_system_columns]
  const after = readCursor(scope, query.cursor)
  const presentedColumns = columns.flatMap((column) =>
    presentableColumns(column, query.include_system_columns),
  )
  const from = after === null ? 0 : presentedColumns.findIndex(({ id }) => id === after) + 1
  return pageOf(
    presentedColumns.slice(from, from + query.limit + 1),
    query.limit,
    scope,
    ({ id }) => id,
    ({ present }) => present(sheet),
  )
}

/** Presents a column and its system columns. */
function presentableColumns(column: SheetColumnRow, system: boolean) {
  const own = { id: column.id, present: (sheet: LoadedSheet['sheet']) => presentColumn(column, sheet) }
  if (!system) return [own]
  return [
    own,
    ...systemColumnsOf(column).map((systemColumn) => ({
      id: systemColumn.id,
      present: (sheet: LoadedSheet['sheet']) => presentSystemColumn(systemColumn, sheet),
    })),
  ]
}
