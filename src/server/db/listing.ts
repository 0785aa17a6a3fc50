import { type Expression, type SqlBool, sql } from 'kysely'

/** When what a list holds was made and last changed, in milliseconds; the edges are within. */
export interface TimeBounds {
  readonly created_after?: number | undefined
  readonly created_before?: number | undefined
  readonly updated_after?: number | undefined
  readonly updated_before?: number | undefined
}

export interface ListOrder {
  readonly sort_by: 'created_at' | 'updated_at' | 'name' | 'id'
  readonly sort_order: 'asc' | 'desc'
}

type ListedTable = 'prompts' | 'workflows' | 'tools' | 'skill_collections' | 'datasets' | 'reports'

/** That a row of the table was made and last changed within the bounds. */
export function madeWithin(table: ListedTable, bounds: TimeBounds): Expression<SqlBool> {
  const created = sql.ref(`${table}.created_at`)
  const updated = sql.ref(`${table}.updated_at`)
  const conditions = [
    bounds.created_after === undefined ? [] : [sql`${created} >= ${bounds.created_after}`],
    bounds.created_before === undefined ? [] : [sql`${created} <= ${bounds.created_before}`],
    bounds.updated_after === undefined ? [] : [sql`${updated} >= ${bounds.updated_after}`],
    bounds.updated_before === undefined ? [] : [sql`${updated} <= ${bounds.updated_before}`],
  ].flat()
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** The first page is 1. */
export interface ListPage extends ListOrder {
  readonly page: number
  readonly per_page: number
}

export const rowsOfPage = ({ page, per_page }: Pick<ListPage, 'page' | 'per_page'>) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})
