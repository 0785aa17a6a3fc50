import { type RawBuilder, sql } from 'kysely'
import type { Store } from './store.ts'

/**
 * Rows that are looked up one after the other, each by its whole key, for a list of values that is one parameter:
 * `from ${wanted} cross join ${foundAt}`. PostgreSQL reads them in a query of their own (`offset 0`): without statistics, as
 * of a table that was filled just now, it takes any index for the best, and read 10,000 rows for 64 (decision 116).
 */
export const wanted = {
  sqlite: (list: string) => sql`json_each(${list}) as wanted`,
  postgres: (list: string) => sql`jsonb_array_elements_text(${list}::jsonb) as wanted (value)`,
}

/** `isAt` compares the key of `found` with `wanted.value`, which is text on PostgreSQL. */
export function foundAt(dialect: Store['dialect'], table: string, isAt: RawBuilder<unknown>) {
  const found = sql`${sql.table(table)} as found where ${isAt}`
  return dialect === 'sqlite' ? found : sql`lateral (select * from ${found} offset 0) as found where true`
}
