import { type CompiledQuery, sql } from 'kysely'
import { enqueueCompiled } from './enqueue.ts'
import type { Tx } from './store.ts'
import type { EachType, EachValue } from './update-each.ts'

/** Lists of values as JSON, so that they can be written down before the transaction that stores them begins. */
export type EachText = string & { readonly __lists: true }

export const eachText = (lists: readonly (readonly EachValue[])[]) => JSON.stringify(lists) as EachText

const none = eachText([])

export interface EachUpsert {
  readonly table: 'sheet_cells'
  /** What is the same for all of them: column to value. */
  readonly shared: Readonly<Record<string, EachValue>>
  /** What each list holds, in order: column to its type. */
  readonly fields: Readonly<Record<string, EachType>>
  /** The columns of the key, and what is assigned where a row has that key. */
  readonly key: readonly string[]
  readonly set: string
}

/**
 * One row stored for each list of values, or changed where there is one. On SQLite many rows are one statement:
 * 1.5 microseconds a row, where a statement for each takes 2.
 */
export async function upsertEach(
  tx: Tx,
  dialect: 'sqlite' | 'postgres',
  { table, shared, fields, key, set }: EachUpsert,
  each: EachText,
): Promise<void> {
  if (each === none) return
  const constants = Object.values(shared)
  const columns = [...Object.keys(shared), ...Object.keys(fields)].join(', ')
  const head = `insert into ${table} (${columns})`
  const tail = `on conflict (${key.join(', ')}) do update set ${set}`
  if (dialect === 'sqlite') {
    const width = Object.keys(fields).length
    const query: CompiledQuery & { each: string; width: number } = {
      ...sql.raw(`${head} values @rows ${tail}`).compile(tx),
      parameters: constants,
      each,
      width,
    }
    await enqueueCompiled(tx, query)
    return
  }
  const elements = Object.values(fields).map((type, at) => `(item->>${at})::${type}`)
  const text = `${head} select ${[...constants.map(literal), ...elements].join(', ')}
    from json_array_elements($1::json) as item ${tail}`
  const query: CompiledQuery = { ...sql.raw(text).compile(tx), parameters: [each] }
  await enqueueCompiled(tx, query)
}

const literal = (value: EachValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
