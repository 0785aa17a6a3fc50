import { type RawBuilder, sql } from 'kysely'

/** A list of keys in one parameter, for `joinEach`. The values are text on PostgreSQL. */
export const keyList = {
  sqlite: (list: string) => sql`json_each(${list}) as key_list`,
  postgres: (list: string) => sql`jsonb_array_elements_text(${list}::jsonb) as key_list (value)`,
}

/**
 * Joins each row before it with `rows`: a table named `alias` and a `where`, after which `and` may follow. Planners
 * must not start with that table, so PostgreSQL needs the subquery with `offset 0`: for a new table without
 * statistics it read 10,000 rows for 64 keys (decision 116).
 */
export const joinEach = (dialect: string, alias: string, rows: RawBuilder<unknown>) =>
  dialect === 'sqlite'
    ? sql`cross join ${rows}`
    : sql`cross join lateral (select ${sql.ref(alias)}.* from ${rows} offset 0) ${sql.ref(alias)} where true`
