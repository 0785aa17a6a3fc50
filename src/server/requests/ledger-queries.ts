import { type CompiledQuery, sql } from 'kysely'
import { type Bucketing, intervalNamed } from '../../engine/analytics/index.ts'
import {
  countRows,
  type Database,
  markTracesOfRequests,
  prepared,
  type RequestRow,
  type Store,
} from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { bucketSql } from './analytics/summand-queries.ts'
import { isUncounted, movePriceOfHour, type PricedRequest } from './hour-queries.ts'
import type { SearchedStore } from './search/search.ts'
import type { Sql } from './search/search-dialect-queries.ts'

/** A time span in milliseconds; `to` is exclusive. */
export interface Window {
  readonly from: number
  readonly to: number
}

export interface DayCost {
  readonly day: number
  readonly provider: string
  readonly model: string
  readonly source: RequestRow['feature']
  readonly price_source: RequestRow['price_source']
  readonly requests: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly uncounted: number
  /** The sum in three parts: in millionths of a dollar, the rest in 10^-12 dollars, and large prices. */
  readonly micros: number
  readonly picos: number
  readonly large: number
}

export interface CostOptions {
  /** Offsets of the time zone in which days begin. */
  readonly offsets: Bucketing['offsets']
  readonly limit: number
}

/**
 * Prices have twelve decimals. Below 2,000 a double holds them exactly, so they are added as integers. Larger prices
 * are added as doubles, each at most 10^15.
 */
const exactBelow = 2000

/**
 * The costs by local day of requests `r` of a `from` clause. Without a search, SQLite reads the index `requests_ledger`,
 * and a row only for its status if it has a price but no tokens.
 */
export function costsQuery(
  store: SearchedStore,
  matching: Sql<unknown>,
  { offsets, limit }: CostOptions,
): CompiledQuery<DayCost> {
  const bucketing = { interval: intervalNamed('day'), offsets }
  const pico = sql<number>`cast(case when r.price < ${sql.lit(exactBelow)} then round(r.price * 1000000000000) else 0 end as bigint)`
  // Sums of tokens are doubles, because they may be too large for an integer.
  return sql<DayCost>`select ${bucketSql({ store }, sql`r.started_at`, bucketing)} as day, r.provider, r.model,
      r.feature as source, r.price_source, count(*) as requests,
      sum(cast(r.input_tokens as double precision)) as input_tokens,
      sum(cast(r.output_tokens as double precision)) as output_tokens, sum(${isUncounted}) as uncounted,
      sum(${pico} / 1000000) as micros, sum(${pico} % 1000000) as picos,
      sum(case when r.price < ${sql.lit(exactBelow)} then 0.0 when r.price > 1e15 then 1e15 else r.price end) as large
    ${matching} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5 limit ${limit}`.compile(store.db)
}

/** The costs by day of all requests in a time span. */
export async function costByDay(
  store: Store,
  workspace: WorkspaceId,
  { from, to }: Window,
  options: CostOptions,
): Promise<DayCost[]> {
  const all = sql`from requests r where r.workspace_id = ${workspace}
    and r.started_at >= ${from} and r.started_at < ${to}`
  const { rows } = await store.scan.executeQuery(costsQuery(store, all, options))
  return rows.map(dayCost)
}

/** PostgreSQL returns sums as texts. */
export function dayCost(row: DayCost): DayCost {
  return {
    ...row,
    day: Number(row.day),
    requests: Number(row.requests),
    input_tokens: Number(row.input_tokens),
    output_tokens: Number(row.output_tokens),
    uncounted: Number(row.uncounted),
    micros: Number(row.micros),
    picos: Number(row.picos),
    large: Number(row.large),
  }
}

/** For each model in a time span, the newest request without a price. */
export async function newestUnknown(db: Database, workspace: WorkspaceId, { from, to }: Window) {
  const ranked = db
    .selectFrom('requests')
    .select(['provider', 'model', 'started_at', 'input_tokens', 'output_tokens', 'billing'])
    .select(
      sql<number>`row_number() over (partition by provider, model order by started_at desc, id desc)`.as(
        'position',
      ),
    )
    .where('workspace_id', '=', workspace)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where('price_source', '=', 'unknown_model')
    .as('ranked')
  return db.selectFrom(ranked).selectAll().where('position', '=', 1).execute()
}

/** Counts the requests in a time span whose price no caller gave, up to `limit`. */
export const countToPrice = (db: Database, workspace: WorkspaceId, { from, to }: Window, limit: number) =>
  countRows(
    db.selectFrom(
      db
        .selectFrom('requests')
        .select('id')
        .where('workspace_id', '=', workspace)
        .where('started_at', '>=', from)
        .where('started_at', '<', to)
        .where('price_source', '<>', 'given')
        .limit(Math.min(limit, Number.MAX_SAFE_INTEGER))
        .as('found'),
    ),
  )

const pageSize = 1000

/** Yields pages of the requests in a time span whose price no caller gave, by start time. */
export async function* pagesToPrice(db: Database, workspace: WorkspaceId, { from, to }: Window) {
  let after = { started_at: from, id: 0 }
  for (;;) {
    const page = await db
      .selectFrom('requests')
      .select([
        'id',
        'started_at',
        'provider',
        'model',
        'price',
        'price_source',
        'input_tokens',
        'output_tokens',
        'billing',
      ])
      .where('workspace_id', '=', workspace)
      .where(sql<boolean>`(started_at, id) > (${after.started_at}, ${after.id})`)
      .where('started_at', '<', to)
      .where('price_source', '<>', 'given')
      .orderBy('started_at')
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = page.at(-1)!
  }
}

export interface PriceChange extends PricedRequest, Record<string, unknown> {}

/** Does not change a price that a caller gave. */
const setPrice = prepared<PriceChange>((db, slot) =>
  db
    .updateTable('requests')
    .set({ price: slot('price'), price_source: slot('price_source') })
    .where('workspace_id', '=', slot('workspace'))
    .where('id', '=', slot('id'))
    .where('price_source', '<>', 'given'),
)

export const priceStatements = (store: Store, change: PriceChange): CompiledQuery[] => [
  movePriceOfHour(store, change),
  setPrice(store, change),
]

export async function setPrices(store: Store, changes: readonly PriceChange[], now: number): Promise<void> {
  if (changes.length === 0) return
  const [{ workspace }] = changes as [PriceChange]
  const ids = changes.map(({ id }) => id)
  await store.append([
    ...changes.flatMap((change) => priceStatements(store, change)),
    markTracesOfRequests(store.db, workspace, ids, now),
  ])
}
