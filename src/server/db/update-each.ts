import { type CompiledQuery, sql } from 'kysely'
import type { Tx } from './store.ts'

/** The PostgreSQL type of one value of a list. */
export type EachType = 'bigint' | 'text' | 'double precision'

export interface EachUpdate {
  readonly table: 'sheet_cells'
  /** Names and types of a list's values, in order. */
  readonly fields: Readonly<Record<string, EachType>>
  /** All columns of the primary key, as SQL. In these texts `$name` stands for a value of the list. */
  readonly key: Readonly<Record<string, string | number>>
  readonly set: string
  /** A further condition, as SQL. */
  readonly where: string
}

export type EachValue = string | number | null

/**
 * Runs one update for each list, in one message. Returns the number of changed rows. SQLite takes 5.5 microseconds a
 * row; a joined update would scan the table. PostgreSQL without statistics scanned too (12 ms for 50 cells, decision
 * 116), so rows are looked up by key in a subquery with `offset 0` and updated by ctid.
 */
export async function updateEach(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  { table, fields, key, set, where }: EachUpdate,
  lists: readonly (readonly EachValue[])[],
): Promise<number> {
  if (lists.length === 0) return 0
  const names = Object.keys(fields)
  const listsText = JSON.stringify(lists)
  const substitute = (text: string, value: (name: string) => string) =>
    text.replace(/\$(\w+)/g, (_match, name: string) => value(name))
  if (dialect === 'sqlite') {
    const parameter = (name: string) => `?${names.indexOf(name) + 1}`
    const text = `update ${table} set ${substitute(set, parameter)} where ${substitute(keyCondition(table, key), parameter)} and ${substitute(where, parameter)}`
    const query: CompiledQuery & { each: string } = { ...sql.raw(text).compile(tx), each: listsText }
    return Number((await tx.executeQuery(query)).numAffectedRows)
  }
  const elements = names.map((name, index) => `(item->>${index})::${fields[name]} as ${name}`)
  const withListValues = (text: string) => substitute(text, (name) => `list.${name}`)
  const perItemKey = Object.fromEntries(
    Object.entries(key).filter(([, value]) => String(value).startsWith('$')),
  )
  const text = `with list as materialized (
      select ${elements.join(', ')} from json_array_elements($1::json) as item)
    update ${table} set ${withListValues(set)} from list
    where ${table}.ctid = any(array(select target.ctid from list cross join lateral (
        select ctid from ${table} as target where ${withListValues(keyCondition('target', key))} offset 0) as target))
      and ${withListValues(keyCondition(table, perItemKey))} and ${withListValues(where)}`
  const query: CompiledQuery = { ...sql.raw(text).compile(tx), parameters: [listsText] }
  return Number((await tx.executeQuery(query)).numAffectedRows)
}

const keyCondition = (table: string, key: EachUpdate['key']): string =>
  Object.entries(key)
    .map(([column, value]) => `${table}.${column} = ${value}`)
    .join(' and ')
