import { CompiledQuery, sql } from 'kysely'
import { maxPrice } from '../../../engine/limits.ts'
import {
  columnKinds,
  countRows,
  type Database,
  payloadWords,
  sameWorkspace,
  wholePayload,
} from '../../db/index.ts'
import { kindNumber } from '../facet-entries.ts'
import { isShortList } from '../facet-list-queries.ts'
import { addOnConflict, firstShardOf, hourColumns, hourSums, type Summed } from '../hour-queries.ts'
import { idRangeLength, widenOnConflict } from '../id-range-queries.ts'
import type { Arrival, Batch } from './index-batch.ts'

/** The oldest pending requests, in the order of ids. */
export const oldestArrivals = (db: Database, limit: number): Promise<Arrival[]> =>
  db
    .selectFrom('request_arrivals')
    .select(['request_id as id', 'characters'])
    .orderBy('request_id')
    .limit(limit)
    .execute()

/** Id of the newest pending request; null without one. */
export async function lastArrival(db: Database): Promise<number | null> {
  const row = await db
    .selectFrom('request_arrivals')
    .select((eb) => eb.fn.max<number | null>('request_id').as('last'))
    .executeTakeFirstOrThrow()
  return row.last
}

export const countArrivals = (db: Database) => countRows(db.selectFrom('request_arrivals'))

const pendingRequests = `request_arrivals a cross join requests r on r.workspace_id = a.workspace_id and r.id = a.request_id`

/** The rows are sorted like the index, so that entries with the same value are written to the same pages. */
const facetsText = `insert or ignore into request_facets
  select workspace_id, kind, key, value, started_at, id from (
    select r.workspace_id, e.value ->> 0 as kind, e.value ->> 1 as key, e.value ->> 2 as value, r.started_at, r.id
      from ${pendingRequests} cross join json_each(r.facets) e where a.request_id <= ?1
    union all
    select r.workspace_id, ${columnKinds.tags}, '', e.value, r.started_at, r.id
      from ${pendingRequests} cross join json_each(r.tags) e where a.request_id <= ?1 and ${isShortList('r')}
    union all
    select r.workspace_id, ${columnKinds.metadata}, e.key, cast(e.value as text), r.started_at, r.id
      from ${pendingRequests} cross join json_each(r.metadata) e where a.request_id <= ?1 and ${isShortList('r')}
    union all
    select r.workspace_id, k.column1, '', case k.column1
        when ${kindNumber('engine')} then facet_text(r.model)
        when ${kindNumber('provider_type')} then facet_text(r.provider)
        when ${kindNumber('status')} then r.status
        when ${kindNumber('source')} then nullif(r.feature, 'app')
        else cast(r.prompt_id as text) end, r.started_at, r.id
      from ${pendingRequests}
      cross join (values (${kindNumber('engine')}), (${kindNumber('provider_type')}), (${kindNumber('status')}),
        (${kindNumber('source')}), (${kindNumber('prompt_id')})) k
      where a.request_id <= ?1)
  where value is not null order by 1, 2, 3, 4, 5, 6`

const wordsText = `insert or replace into request_words (rowid, words)
  select a.request_id, char(57344) || a.workspace_id || ' ' || ${payloadWords}
  from request_arrivals a cross join request_payloads p on p.workspace_id = a.workspace_id and p.request_id = a.request_id
  where a.request_id <= ?1 order by a.request_id`

const summands = {
  requests: 'count(*)',
  input_tokens: 'total(r.input_tokens)',
  output_tokens: 'total(r.output_tokens)',
  price: `total(min(r.price, ${maxPrice}))`,
  latency_ms: 'total(r.latency_ms)',
  cached_tokens: 'total(r.cached_tokens)',
  thinking_tokens: 'total(r.thinking_tokens)',
  turns: 'total(r.turn_count)',
  tool_calls: 'total(r.tool_call_count)',
  traced: 'count(r.span_id)',
  json_outputs: `sum(r.output_shape = 'json')`,
  tool_call_outputs: `sum(r.output_shape = 'tool_call')`,
  unpriced: `sum(r.price_source not in ('given', 'computed'))`,
} as const satisfies Record<Summed, string>

const hoursText = `insert into request_hours (${hourColumns})
  select r.workspace_id, cast(floor(r.started_at / 3600000) as integer), r.provider, r.model, coalesce(r.prompt_id, 0),
    r.feature, r.status, coalesce(r.error_type, ''), r.latency_bucket, ${firstShardOf('r.feature')},
    ${hourSums.map((column) => summands[column])}
  from ${pendingRequests} where a.request_id <= ?1 group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ${addOnConflict}`

/** Searches that walk by id need these bounds. */
const idRangesText = `insert into request_stretches (workspace_id, stretch, earliest, latest)
  select r.workspace_id, r.id / ${idRangeLength}, min(r.started_at), max(r.started_at)
  from ${pendingRequests} where a.request_id <= ?1 group by 1, 2 ${widenOnConflict}`

const deleteText = 'delete from request_arrivals where request_id <= ?1'

/** Statements of one unit that index a batch. The data stays in the writer thread. */
export const indexStatements = (batch: Batch): CompiledQuery[] =>
  statementsOf(batch, [facetsText, wordsText, hoursText, idRangesText, deleteText])

/** As `indexStatements`, for a request whose payload cannot be read: searches by words do not find the request. */
export const statementsWithoutWords = (batch: Batch): CompiledQuery[] =>
  statementsOf(batch, [facetsText, hoursText, idRangesText, deleteText])

/** The words of a large request. A reader thread splits its texts, which takes tens of milliseconds. */
export interface ReadWords {
  readonly words: string
  /** The hash of the payload that the words were read from. */
  readonly hash: string
}

const payload = sql.raw(wholePayload)

/** Reads the words of a request; null if it is not pending. */
export async function readWords(scan: Database, id: number): Promise<ReadWords | null> {
  const { rows } =
    await sql<ReadWords>`select payload_words(${payload}) as words, payload_hash(${payload}) as hash
    from request_arrivals a cross join request_payloads p on p.workspace_id = a.workspace_id and p.request_id = a.request_id
    where a.request_id = ${id}`.execute(scan)
  return rows[0] ?? null
}

const readWordsText = `insert or replace into request_words (rowid, words)
  select a.request_id, char(57344) || a.workspace_id || ' ' || ?2
  from request_arrivals a cross join request_payloads p on p.workspace_id = a.workspace_id and p.request_id = a.request_id
  where a.request_id = ?1 and payload_hash(${wholePayload}) = ?3`

/** Inserts no words if the payload has changed since they were read. */
export const insertReadWords = (id: number, { words, hash }: ReadWords): CompiledQuery =>
  CompiledQuery.raw(readWordsText, [id, words, hash])

const statementsOf = ({ last }: Batch, texts: readonly string[]) =>
  texts.map((text) => CompiledQuery.raw(text, [last]))

export interface UnindexedRequest {
  readonly workspace: number
  readonly id: number
  readonly payload: Uint8Array
}

/** Requests that an older version stored without index rows, newest first. */
export const nextUnindexed = (db: Database, limit: number): Promise<UnindexedRequest[]> =>
  db
    .selectFrom('request_backlog')
    .innerJoin('requests', sameWorkspace('requests', 'request_backlog', { id: 'request_id' }))
    .innerJoin(
      'request_payloads',
      sameWorkspace('request_payloads', 'request_backlog', { request_id: 'request_id' }),
    )
    .select([
      'request_backlog.workspace_id as workspace',
      'request_backlog.request_id as id',
      'request_payloads.payload',
    ])
    .orderBy('request_backlog.workspace_id', 'desc')
    .orderBy('request_backlog.request_id', 'desc')
    .limit(limit)
    .execute()
