import { type RawBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

/**
 * Looks up rows by their whole key, for a list of values in one parameter. PostgreSQL needs the subquery with `offset
 * 0`: for a new table without statistics it chose a wrong index and read 10,000 rows for 64 keys (decision 116).
 */
export const keyList = {
  sqlite: (list: string) => sql`json_each(${list}) as key_list`,
  postgres: (list: string) => sql`jsonb_array_elements_text(${list}::jsonb) as key_list (value)`,
}

/** `hasKey` compares the key of `found` with `key_list.value`, which is text on PostgreSQL. */
export function rowsByKey(dialect: Store['dialect'], table: string, hasKey: RawBuilder<unknown>) {
  const rows = sql`${sql.table(table)} as found where ${hasKey}`
  return dialect === 'sqlite' ? rows : sql`lateral (select * from ${rows} offset 0) as found where true`
}
