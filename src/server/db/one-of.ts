import { sql } from 'kysely'
import type { Store } from './store.ts'

/** Whether a column has one of the values of a list, which is one parameter: the statement is the same for any length. */
export function isOneOf(dialect: Store['dialect'], column: string, type: 'bigint' | 'text', list: string) {
  if (dialect === 'sqlite') return sql<boolean>`${sql.ref(column)} in (select value from json_each(${list}))`
  // As an array: the planner takes the index for it, however many there are.
  const values = sql`array(select jsonb_array_elements_text(${list}::jsonb)::${sql.raw(type)})`
  return sql<boolean>`${sql.ref(column)} = any(${values})`
}
