import { type CompiledQuery, sql } from 'kysely'
import { enqueueCompiled } from './enqueue.ts'
import type { Tx } from './store.ts'
import type { EachType, EachValue } from './update-each.ts'

/** Lists of values as JSON, so that they can be serialized before the transaction begins. */
export type EachText = string & { readonly __lists: true }

export const eachText = (lists: readonly (readonly EachValue[])[]) => JSON.stringify(lists) as EachText

/** Joins texts that were serialized in portions, which keeps each turn of the event loop short. */
export const joinedTexts = (texts: readonly EachText[]) =>
  `[${texts
    .filter((text) => text !== noLists)
    .map((text) => text.slice(1, -1))
    .join()}]` as EachText

const noLists = eachText([])

export interface EachUpsert {
  readonly table: 'sheet_cells' | 'cell_cache'
  /** Columns with the same value in all rows. */
  readonly shared: Readonly<Record<string, EachValue>>
  /** Names and types of a list's values, in order. */
  readonly fields: Readonly<Record<string, EachType>>
  /** The key columns. `set` is the SQL for existing rows; null leaves them unchanged. */
  readonly key: readonly string[]
  readonly set: string | null
  /** SQL condition for changing an existing row; absent: always. */
  readonly where?: string
}

/**
 * Inserts or updates one row for each list, in one statement. On SQLite `json_each` takes 1.7 microseconds a row. Bound
 * `values` took 1.6 with ten rows in a statement and 3.5 with a hundred, and made five objects for each row on the
 * writer thread.
 */
export async function upsertEach(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  { table, shared, fields, key, set, where }: EachUpsert,
  each: EachText,
): Promise<void> {
  if (each === noLists) return
  const constants = Object.values(shared)
  const columns = [...Object.keys(shared), ...Object.keys(fields)].join(', ')
  const head = `insert into ${table} (${columns})`
  const change = where === undefined ? `update set ${set}` : `update set ${set} where ${where}`
  const tail = `on conflict (${key.join(', ')}) do ${set === null ? 'nothing' : change}`
  if (dialect === 'sqlite') {
    const elements = [...constants, ...Object.keys(fields)].map((_, index) =>
      index < constants.length ? `?${index + 1}` : `item.value->>${index - constants.length}`,
    )
    const text = `${head} select ${elements.join(', ')} from json_each(?${constants.length + 1}) as item where true ${tail}`
    await enqueueCompiled(tx, { ...sql.raw(text).compile(tx), parameters: [...constants, each] })
    return
  }
  const elements = Object.values(fields).map((type, index) => `(item->>${index})::${type}`)
  const text = `${head} select ${[...constants.map(literal), ...elements].join(', ')}
    from json_array_elements($1::json) as item ${tail}`
  const query: CompiledQuery = { ...sql.raw(text).compile(tx), parameters: [each] }
  await enqueueCompiled(tx, query)
}

const literal = (value: EachValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
