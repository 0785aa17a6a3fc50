import { CompiledQuery, sql } from 'kysely'
import { maxPrice } from '../../engine/limits.ts'
import { isPriced } from '../../engine/price/index.ts'
import { type RequestSource, requestSources } from '../../engine/search/index.ts'
import type { RequestRow, Store } from '../db/index.ts'
import { type HourValues, hourValues } from './hours.ts'

/** On PostgreSQL the row of a key is split into shards, so that processes seldom wait for each other. */
const shards = 16

/**
 * The first shard of a source's rows. Programs before schema 39 have no source in the key and write shards 0 to 15,
 * which belong to the source app.
 */
const firstShard = (feature: RequestSource): number => requestSources.indexOf(feature) * shards

/** As `firstShard`, in SQL for a column. */
export const firstShardOf = (column: string): string =>
  `case ${column} ${requestSources.map((source) => `when '${source}' then ${firstShard(source)}`).join(' ')} end`

/** The columns that hourly sums and all other analytics add up. */
export const hourSums = [
  'requests',
  'input_tokens',
  'output_tokens',
  'price',
  'latency_ms',
  'cached_tokens',
  'thinking_tokens',
  'turns',
  'tool_calls',
  'traced',
  'json_outputs',
  'tool_call_outputs',
  'unpriced',
] as const
export type Summed = (typeof hourSums)[number]

export const hourColumns = [
  'workspace_id',
  'hour',
  'provider',
  'model',
  'prompt_id',
  'source',
  'status',
  'error_type',
  'latency_bucket',
  'shard',
  ...hourSums,
] as const satisfies readonly (keyof HourValues | 'shard')[]

/** Adds the new values to those of an existing row. */
export const addOnConflict = `on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
  do update set ${hourSums.map((column) => `${column} = request_hours.${column} + excluded.${column}`)}`

/** False for a pending request: the indexer adds it, with the values that it has at that time. */
const isIndexed = (id: string) => `not exists (select 1 from request_arrivals where request_id = ${id})`

export const hourTexts = {
  sqlite: `insert into request_hours (${hourColumns}) select ${hourColumns.map(() => '?')}
    where ${isIndexed('?')} ${addOnConflict}`,
  postgres: `insert into request_hours (${hourColumns})
    values (${hourColumns.map((column, index) => (column === 'shard' ? `$${index + 1}::int + pg_backend_pid() % ${shards}` : `$${index + 1}`))}) ${addOnConflict}`,
}

/** The summands of a request in its hour, in the order of `hourColumns`. */
export function hourParameters(row: RequestRow, sign: 1 | -1): unknown[] {
  const values = { ...hourValues(row, sign), shard: firstShard(row.feature) }
  return hourColumns.map((column) => values[column])
}

/** The key of an hour's row, so that transactions lock hours in the same order. */
export const lockOrderOfHour = (parameters: readonly unknown[]): string =>
  parameters.slice(0, -hourSums.length).join(' ')

/** Adds an indexed request to its hour with `sign` 1, or subtracts it with -1. */
export const addToHour = (
  { dialect }: Pick<Store, 'dialect'>,
  row: RequestRow,
  sign: 1 | -1,
): CompiledQuery =>
  CompiledQuery.raw(hourTexts[dialect], [
    ...hourParameters(row, sign),
    ...(dialect === 'sqlite' ? [row.id] : []),
  ])

/** As `addToHour` for several requests, in the lock order of hours. */
export function addToHours(
  store: Pick<Store, 'dialect'>,
  changes: readonly (readonly [row: RequestRow, count: 1 | -1])[],
): CompiledQuery[] {
  const keyed = changes.map(([row, count]) => ({
    key: lockOrderOfHour(hourParameters(row, count)),
    statement: addToHour(store, row, count),
  }))
  return keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ statement }) => statement)
}

const hourKey = [
  'workspace_id',
  'hour',
  'provider',
  'model',
  'prompt_id',
  'status',
  'error_type',
  'latency_bucket',
] as const satisfies readonly (keyof HourValues)[]

const hourCondition = (slot: string) =>
  hourKey.map((column, index) => `${column} = ${slot}${index + 1}`).join(' and ')
const shardSlot = hourKey.length + 1
const shardsCondition = `${hourCondition('$')} and shard between $${shardSlot}::int and $${shardSlot}::int + ${shards - 1}`

/** PostgreSQL skips locked shards and then deletes nothing: two deletions that wait for each other's shard would be a deadlock. */
const forgetTexts = {
  sqlite: `delete from request_hours where ${hourCondition('?')} and shard = ?${shardSlot} and requests = 0`,
  postgres: `with locked as (
      select shard, requests from request_hours where ${shardsCondition} order by shard for update skip locked)
    delete from request_hours where ${hourCondition('$')} and shard in (select shard from locked)
      and (select sum(requests) from locked) = 0
      and (select count(*) from locked) = (select count(*) from request_hours where ${shardsCondition})`,
}

/**
 * Deletes the hourly sums of deleted requests that count no other request, because they name the model. Sums that
 * another transaction is changing stay.
 */
export function forgetEmptyHours(
  { dialect }: Pick<Store, 'dialect'>,
  rows: readonly RequestRow[],
): CompiledQuery[] {
  const byKey = new Map(rows.map((row) => [lockOrderOfHour(hourParameters(row, 1)), row]))
  return [...byKey.keys()].sort().map((key) => {
    const row = byKey.get(key)!
    const values = hourValues(row, 1)
    const parameters = hourKey.map((column) => values[column])
    return CompiledQuery.raw(forgetTexts[dialect], [...parameters, firstShard(row.feature)])
  })
}

/** 1 if the price of request `r` is unknown. Sums count it as 0, averages leave it out. */
export const isUnpriced = sql<number>`case when r.price_source in ('given', 'computed') then 0 else 1 end`

/** 1 if the token counts of request `r` are unknown. Sums count them as 0. A refused call has no tokens, as it has no cost. */
export const isUncounted = sql<number>`case when r.input_tokens = 0 and r.output_tokens = 0
  and not (r.status = 'ERROR' and r.price_source in ('given', 'computed')) then 1 else 0 end`

/** 1 if one of the two token counts of request `r` is unknown, which is why it has no price. */
export const isHalfCounted = sql<number>`case when r.price_source = 'no_usage'
  and r.input_tokens + r.output_tokens > 0 then 1 else 0 end`

/** The price of request `r` as sums count it. */
export const countedPrice = sql<number>`case when r.price > ${sql.lit(maxPrice)} then ${sql.lit(maxPrice)} else r.price end`

const priceTexts = {
  sqlite: priceText(['?1', '?2', '?3', '?4'], `and ${isIndexed('requests.id')}`),
  postgres: priceText(['$1', '$2', '$3', '$4'], ''),
}

function priceText(
  [price, unpriced, workspace, id]: readonly [string, string, string, string],
  condition: string,
): string {
  const changes: Partial<Record<Summed, string>> = {
    unpriced: `cast(${unpriced} as bigint) - case when price_source in ('given', 'computed') then 0 else 1 end`,
    price: `cast(${price} as double precision) - case when price > ${maxPrice} then ${maxPrice} else price end`,
  }
  return `insert into request_hours (${hourColumns})
    select workspace_id, cast(floor(started_at / 3600000) as bigint), provider, model, coalesce(prompt_id, 0), feature, status,
      coalesce(error_type, ''), latency_bucket, ${firstShardOf('feature')}, ${hourSums.map((column) => changes[column] ?? '0')}
    from requests where workspace_id = ${workspace} and id = ${id} and price_source <> 'given' ${condition}
    on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
    do update set price = request_hours.price + excluded.price, unpriced = request_hours.unpriced + excluded.unpriced`
}

export interface PricedRequest {
  readonly workspace: number
  readonly id: number
  readonly price: number
  readonly price_source: RequestRow['price_source']
}

/** Adds the difference between the new and the stored price to the request's hour. Call this before the price changes. */
export const movePriceOfHour = (
  { dialect }: Pick<Store, 'dialect'>,
  { workspace, id, price, price_source }: PricedRequest,
): CompiledQuery =>
  CompiledQuery.raw(priceTexts[dialect], [
    Math.min(price, maxPrice),
    isPriced(price_source) ? 0 : 1,
    workspace,
    id,
  ])
