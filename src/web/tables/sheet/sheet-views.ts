import type { Answer } from '../../api/index.ts'
import { isWholeSheet, type RowQuery } from '../../sheets/values.ts'

type Stored = Answer<'listSheetViews'>['sheet_views'][number]

/**
 * A stored view in the form of other lists' views. Views of sheets have no time, and their query hides
 * columns.
 */
export type StoredSheetView = Stored & { readonly since_hours: null; readonly columns: null }

/** The rows and columns of a sheet that are on screen. */
export interface ShownRows {
  readonly rows?: RowQuery | undefined
  /** The column whose groups are listed. */
  readonly group?: string | undefined
  readonly hidden: readonly string[]
}

export const allRows: ShownRows = { hidden: [] }

export const isEverything = ({ rows, group, hidden }: ShownRows): boolean =>
  isWholeSheet(rows) && group === undefined && hidden.length === 0

export function shownOf({ query }: Pick<Stored, 'query'>, columns: ReadonlySet<string>): ShownRows {
  const filters = query.filters.filter(({ column_id }) => columns.has(column_id))
  const sort = query.sort && columns.has(query.sort.column_id) ? query.sort : undefined
  const rows = { filters, ...(sort && { sort }) }
  return {
    ...(!isWholeSheet(rows) && { rows }),
    ...(query.group_by !== null && columns.has(query.group_by) && { group: query.group_by }),
    hidden: query.hidden_column_ids.filter((id) => columns.has(id)),
  }
}

export const savedQueryOf = ({ rows, group, hidden }: ShownRows): Stored['query'] => ({
  filters: [...(rows?.filters ?? [])],
  sort: rows?.sort ?? null,
  group_by: group ?? null,
  hidden_column_ids: [...hidden],
})

/** A text that is equal for equal views; the order of hidden columns does not matter. */
export const textOf = ({ rows, group, hidden }: ShownRows): string =>
  JSON.stringify([
    (rows?.filters ?? []).map(({ column_id, operator, value }) => [column_id, operator, value]),
    rows?.sort && [rows.sort.column_id, rows.sort.direction],
    group,
    hidden.toSorted(),
  ])
