import { type Expression, type SqlBool, sql } from 'kysely'

/** Bounds of the creation and update times, in milliseconds, inclusive. */
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

export interface ListPage extends ListOrder {
  /** The first page is 1. */
  readonly page: number
  readonly per_page: number
}

export const rowsOfPage = ({ page, per_page }: Pick<ListPage, 'page' | 'per_page'>) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
})
