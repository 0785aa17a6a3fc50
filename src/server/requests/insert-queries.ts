import { setImmediate } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { insertMedia, type Media } from '../bodies/index.ts'
import {
  type FramedPayload,
  type RequestRow,
  requestFacets,
  type Store,
  sharingTransactions,
  wholePayload,
} from '../db/index.ts'
import { facetEntriesOf, scalarEntriesOf } from './facet-entries.ts'
import { addToHour, addToHours, hourParameters, hourTexts, lockOrderOfHour } from './hour-queries.ts'
import type { RequestRows } from './request-rows.ts'

/** All rows of a request as statements of one unit. */
export function insertStatements(
  store: Store,
  rows: RequestRows,
  media: readonly Media[] = [],
): CompiledQuery[] {
  if (store.dialect === 'sqlite') return [...sqliteStatements(rows), ...mediaStatements(store, rows, media)]
  const { insert, lockOrder } = postgresStatement(rows)
  // These statements lock media, so their unit gets a separate transaction. Media are locked before the hour.
  if (media.length > 0) return [...mediaStatements(store, rows, media), insert]
  return [sharingTransactions(insert, lockOrder)]
}

const mediaStatements = (store: Store, { row }: RequestRows, media: readonly Media[]) =>
  media.length === 0 ? [] : insertMedia(store, row.workspace_id, row.id, media)

const requestColumns = [
  'workspace_id',
  'id',
  'source',
  'feature',
  'provider',
  'model',
  'function_name',
  'api_type',
  'started_at',
  'ended_at',
  'status',
  'error_type',
  'error_message',
  'input_tokens',
  'output_tokens',
  'price',
  'price_source',
  'billing',
  'prompt_id',
  'prompt_version_number',
  'prompt_label',
  'prompt_input_variables',
  'group_id',
  'span_id',
  'tags',
  'metadata',
  'created_at',
  'latency_ms',
  'latency_bucket',
  'output_shape',
  'facets',
  'cached_tokens',
  'thinking_tokens',
  'turn_count',
  'tool_call_count',
  'time_to_first_token_ms',
  'output_tokens_per_second',
  'attempts',
  'waited_ms',
] as const satisfies readonly (keyof RequestRow)[]

const rowValues = (row: RequestRow) => requestColumns.map((column) => row[column])

const sqliteRow = `insert into requests (${requestColumns}) values (${requestColumns.map(() => '?')})`
const sqlitePayload = 'insert into request_payloads (workspace_id, request_id, payload) values (?, ?, ?)'
const sqliteArrival = 'insert into request_arrivals (request_id, workspace_id, characters) values (?, ?, ?)'

/** The index rows of a request follow later, in batches; see `indexer.ts`. */
function sqliteStatements({ row, payload, content }: RequestRows): CompiledQuery[] {
  const { workspace_id: workspace, id } = row
  return [
    CompiledQuery.raw(sqliteRow, rowValues(row)),
    ...('frame' in payload ? [] : [CompiledQuery.raw(sqlitePayload, [workspace, id, payload])]),
    CompiledQuery.raw(sqliteArrival, [id, workspace, content.inputText.length + content.outputText.length]),
  ]
}

const sqliteFrame = 'insert into payload_frames (frame) values (?)'
/** Refers to the frame that the previous statement inserted. */
const sqliteFramedPayload = `insert into request_payloads (workspace_id, request_id, payload, frame_id, frame_position)
  values (?, ?, x'', (select max(id) from payload_frames), ?)`

export interface FramedRequest {
  readonly row: Pick<RequestRow, 'workspace_id' | 'id'>
  readonly framed: FramedPayload | null
}

/** Frames after which other calls get a turn; packing a frame again takes 0.2 ms. */
const framesPerTurn = 50

/** Stores the payloads of the requests of one unit. Each frame is stored with only the payloads of these requests. */
export async function framedPayloads(requests: readonly FramedRequest[]): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const framed = requests.flatMap(({ row, framed }) => (framed ? [{ row, ...framed }] : []))
  let packed = 0
  for (const [all, members] of Map.groupBy(framed, (payload) => payload.frame)) {
    if (++packed % framesPerTurn === 0) await setImmediate()
    const isWhole = members.length === all.size
    const frame = isWhole ? all : all.only(members.map(({ position }) => position))
    const isShared = frame.size > 1
    if (isShared) statements.push(CompiledQuery.raw(sqliteFrame, [frame.pack()]))
    for (const [index, { row, position }] of members.entries()) {
      const { workspace_id: workspace, id } = row
      statements.push(
        isShared
          ? CompiledQuery.raw(sqliteFramedPayload, [workspace, id, isWhole ? position : index])
          : CompiledQuery.raw(sqlitePayload, [workspace, id, frame.pack()]),
      )
    }
  }
  return statements
}

/** One statement inserts all rows, because most of the cost of an insert on PostgreSQL is the round trip. */
function postgresStatement({ row, payload, content, words }: RequestRows) {
  const values = rowValues(row)
  const entries = [...scalarEntriesOf(row), ...facetEntriesOf(content.facets)]
  const kinds = entries.map(([kind]) => kind)
  const hour = hourParameters(row, 1)
  const parameters = [
    ...values,
    listOfWords(words),
    payload,
    content.inputText,
    content.outputText,
    kinds,
    entries.map(([, key]) => key),
    entries.map(([, , value]) => value),
    ...hour,
  ]
  return { insert: CompiledQuery.raw(postgresInsert(), parameters), lockOrder: lockOrderOfHour(hour) }
}

/**
 * A text array literal. Words consist of letters and digits, so quotes are safe; as a parameter the driver would scan
 * each word.
 */
const listOfWords = (words: readonly string[]): string =>
  words.length === 0 ? '{}' : `{"${words.join('","')}"}`

let insertText: string | undefined

function postgresInsert(): string {
  if (insertText) return insertText
  const count = requestColumns.length
  const placeholderOf = (column: (typeof requestColumns)[number]) => `$${requestColumns.indexOf(column) + 1}`
  const [workspace, id] = [`${placeholderOf('workspace_id')}::bigint`, `${placeholderOf('id')}::bigint`]
  const next = (offset: number) => `$${count + offset}`
  insertText = `with the_row as (
    insert into requests (${requestColumns}, words)
    values (${requestColumns.map((_, index) => `$${index + 1}`)}, array_to_tsvector(${next(1)}::text[]))),
  the_payload as (
    insert into request_payloads (workspace_id, request_id, created_at, payload, input_text, output_text)
    values (${workspace}, ${id}, ${placeholderOf('created_at')}::bigint, ${next(2)}, ${next(3)}, ${next(4)})),
  the_facets as (
    insert into request_facets
    select ${workspace}, kind, key, value, ${placeholderOf('started_at')}::double precision, ${id}
    from unnest(${next(5)}::smallint[], ${next(6)}::text[], ${next(7)}::text[]) as entries (kind, key, value)
    on conflict do nothing)
  ${hourTexts.postgres.replace(/\$(\d+)/g, (_, number) => next(7 + Number(number)))}`
  return insertText
}

/**
 * Adds facets and hourly sums of a request that was pending on SQLite and is imported. Its words are inserted with the
 * row.
 */
export function indexArrival(row: RequestRow): CompiledQuery[] {
  const entries = [...scalarEntriesOf(row), ...requestFacets.read(row)]
  return [
    ...entries.map((entry) =>
      CompiledQuery.raw(
        `insert into request_facets (${facetColumns}) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [row.workspace_id, ...entry, row.started_at, row.id],
      ),
    ),
    addToHour({ dialect: 'postgres' }, row, 1),
  ]
}

/** Deletes a request and its index rows. Its scores stay. On PostgreSQL `lockMedia` comes before. */
export const forgetStatements = (store: Store, row: RequestRow): CompiledQuery[] =>
  forgetAllStatements(store, [row])

/** As `forgetStatements` for several requests. PostgreSQL locks the hours last, in their order. */
export function forgetAllStatements(store: Store, rows: readonly RequestRow[]): CompiledQuery[] {
  const statements = rows.flatMap((row) => forgetRowStatements(store, row))
  if (store.dialect === 'sqlite') return statements
  return [
    ...statements,
    ...addToHours(
      store,
      rows.map((row) => [row, -1] as const),
    ),
  ]
}

function forgetRowStatements(store: Store, row: RequestRow): CompiledQuery[] {
  const { workspace_id: workspace, id, started_at } = row
  const entries = [...scalarEntriesOf(row), ...requestFacets.read(row)]
  const forget = (table: string, where: readonly string[], values: readonly unknown[]) => {
    const slot = (index: number) => (store.dialect === 'sqlite' ? '?' : `$${index + 1}`)
    const conditions = where.map((column, index) => `${column} = ${slot(index)}`).join(' and ')
    return CompiledQuery.raw(`delete from ${table} where ${conditions}`, [...values])
  }
  return [
    ...(store.dialect === 'sqlite' && row.span_id !== null
      ? [
          CompiledQuery.raw(keepDocument, [workspace, id, row.span_id]),
          CompiledQuery.raw(takeOutOfFrame, [workspace, id]),
          CompiledQuery.raw(forgetEmptyFrame, [workspace, id]),
        ]
      : []),
    // On SQLite this statement comes before the deletes, because it reads whether the request is pending.
    ...(store.dialect === 'sqlite' ? [addToHour(store, row, -1)] : []),
    forget('requests', ['workspace_id', 'id'], [workspace, id]),
    forget('request_backlog', ['workspace_id', 'request_id'], [workspace, id]),
    forget('request_payloads', ['workspace_id', 'request_id'], [workspace, id]),
    ...entries.map((entry) => forget('request_facets', facetColumns, [workspace, ...entry, started_at, id])),
    ...(store.dialect === 'sqlite'
      ? [forget('request_words', ['rowid'], [id]), forget('request_arrivals', ['request_id'], [id])]
      : []),
  ]
}

/** The payload contains the document of a span, so the span keeps the payload. */
const keepDocument = `update spans
  set packed = (select payload_alone(${wholePayload}) from request_payloads p
    where p.workspace_id = ?1 and p.request_id = ?2)
  where workspace_id = ?1 and span_id = ?3 and request_id = ?2 and document = '' and packed is null`

const ofPayload = (column: string) =>
  `(select ${column} from request_payloads where workspace_id = ?1 and request_id = ?2)`

const takeOutOfFrame = `update payload_frames set frame = payload_without(frame, ${ofPayload('frame_position')})
  where id = ${ofPayload('frame_id')}`
const forgetEmptyFrame = `delete from payload_frames where id = ${ofPayload('frame_id')} and frame = x''`

const facetColumns = ['workspace_id', 'kind', 'key', 'value', 'started_at', 'request_id']
