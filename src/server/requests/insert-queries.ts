import { CompiledQuery } from 'kysely'
import { searchWordsOf } from '../../engine/search/index.ts'
import type { RequestRow, Store } from '../db/index.ts'
import { scalarEntriesOf } from './facet-entries.ts'
import { dearest, type HourValues, hourValues } from './hours.ts'
import type { RequestRows } from './request-rows.ts'
import { storedFacets } from './stored-facets.ts'

/** All rows of a request as statements for one unit. */
export function insertStatements(store: Store, rows: RequestRows): CompiledQuery[] {
  return store.dialect === 'sqlite' ? sqliteStatements(store, rows) : postgresStatements(store, rows)
}

const requestColumns = [
  'workspace_id',
  'id',
  'source',
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
] as const satisfies readonly (keyof RequestRow)[]

const rowValues = (row: RequestRow) => requestColumns.map((column) => row[column])

const sqliteRow = `insert into requests (${requestColumns}) values (${requestColumns.map(() => '?')})`
const sqlitePayload = 'insert into request_payloads (workspace_id, request_id, payload) values (?, ?, ?)'
const sqliteArrival = `insert into request_arrivals (workspace_id, request_id, mark) values (?, ?, 0)
  on conflict (workspace_id, request_id) do update set mark = mark + 1`

/** What search needs follows in batches: see `indexer.ts`. */
function sqliteStatements(store: Store, { row, payload }: RequestRows): CompiledQuery[] {
  const { workspace_id: workspace, id } = row
  return [
    CompiledQuery.raw(sqliteRow, rowValues(row)),
    CompiledQuery.raw(sqlitePayload, [workspace, id, payload]),
    CompiledQuery.raw(sqliteArrival, [workspace, id]),
    addToHour(store, hourValues(row, 1)),
  ]
}

/** One statement, so one way there and back: on PostgreSQL that is what an insert costs. */
function postgresStatements(store: Store, { row, payload, entries, content }: RequestRows): CompiledQuery[] {
  const values = rowValues(row)
  const kinds = entries.map(([kind]) => kind)
  const hour = addToHour(store, hourValues(row, 1))
  const parameters = [
    ...values,
    searchWordsOf(content),
    payload,
    content.inputText,
    content.outputText,
    kinds,
    entries.map(([, key]) => key),
    entries.map(([, , value]) => value),
    ...hour.parameters,
  ]
  return [CompiledQuery.raw(postgresInsert(), parameters)]
}

let insertText: string | undefined

function postgresInsert(): string {
  if (insertText) return insertText
  const count = requestColumns.length
  const at = (column: (typeof requestColumns)[number]) => `$${requestColumns.indexOf(column) + 1}`
  const [workspace, id] = [`${at('workspace_id')}::bigint`, `${at('id')}::bigint`]
  const next = (offset: number) => `$${count + offset}`
  insertText = `with the_row as (
    insert into requests (${requestColumns}, words)
    values (${requestColumns.map((_, index) => `$${index + 1}`)}, array_to_tsvector(${next(1)}::text[]))),
  the_payload as (
    insert into request_payloads (workspace_id, request_id, created_at, payload, input_text, output_text)
    values (${workspace}, ${id}, ${at('created_at')}::bigint, ${next(2)}, ${next(3)}, ${next(4)})),
  the_facets as (
    insert into request_facets
    select ${workspace}, kind, key, value, ${at('started_at')}::double precision, ${id}
    from unnest(${next(5)}::smallint[], ${next(6)}::text[], ${next(7)}::text[]) as entries (kind, key, value)
    on conflict do nothing)
  ${hourTexts.postgres.replace(/\$(\d+)/g, (_, number) => next(7 + Number(number)))}`
  return insertText
}

const shards = 16
const sums = [
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
] as const
const hourColumns = [
  'workspace_id',
  'hour',
  'provider',
  'model',
  'prompt_id',
  'status',
  'error_type',
  'latency_bucket',
  ...sums,
] as const satisfies readonly (keyof HourValues)[]

function hourText(dialect: Store['dialect']): string {
  const slots = hourColumns.map((_, index) => (dialect === 'sqlite' ? '?' : `$${index + 1}`))
  const shard = dialect === 'sqlite' ? '0' : `pg_backend_pid() % ${shards}`
  const added = sums.map((column) => `${column} = request_hours.${column} + excluded.${column}`)
  return `insert into request_hours (${hourColumns}, shard) values (${slots}, ${shard})
    on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
    do update set ${added}`
}

const hourTexts = { sqlite: hourText('sqlite'), postgres: hourText('postgres') }

/** Adds to the row of an hour, or takes from it. */
export const addToHour = ({ dialect }: Pick<Store, 'dialect'>, values: HourValues): CompiledQuery =>
  CompiledQuery.raw(
    hourTexts[dialect],
    hourColumns.map((column) => values[column]),
  )

/** Takes a request and all it is found by out of storage; its scores stay. */
export function forgetStatements(store: Store, row: RequestRow): CompiledQuery[] {
  const { workspace_id: workspace, id, started_at } = row
  const entries = [...scalarEntriesOf(row), ...storedFacets.read(row.facets)]
  const forget = (table: string, where: readonly string[], values: readonly unknown[]) => {
    const slot = (index: number) => (store.dialect === 'sqlite' ? '?' : `$${index + 1}`)
    const conditions = where.map((column, index) => `${column} = ${slot(index)}`).join(' and ')
    return CompiledQuery.raw(`delete from ${table} where ${conditions}`, [...values])
  }
  return [
    forget('requests', ['workspace_id', 'id'], [workspace, id]),
    forget('request_arrivals', ['workspace_id', 'request_id'], [workspace, id]),
    forget('request_backlog', ['workspace_id', 'request_id'], [workspace, id]),
    forget('request_payloads', ['workspace_id', 'request_id'], [workspace, id]),
    ...entries.map((entry) => forget('request_facets', facetColumns, [workspace, ...entry, started_at, id])),
    ...(store.dialect === 'sqlite' ? [forget('request_words', ['rowid'], [id])] : []),
    addToHour(store, hourValues(row, -1)),
  ]
}

const facetColumns = ['workspace_id', 'kind', 'key', 'value', 'started_at', 'request_id']

const priceTexts = { sqlite: priceText('?', '?', '?'), postgres: priceText('$1', '$2', '$3') }

function priceText(price: string, workspace: string, id: string): string {
  const difference = `cast(${price} as double precision) - case when price > ${dearest} then ${dearest} else price end`
  return `insert into request_hours (${hourColumns}, shard)
    select workspace_id, cast(floor(started_at / 3600000) as bigint), provider, model, coalesce(prompt_id, 0), status,
      coalesce(error_type, ''), latency_bucket, ${sums.map((column) => (column === 'price' ? difference : '0'))}, 0
    from requests where workspace_id = ${workspace} and id = ${id} and price_source <> 'given'
    on conflict (workspace_id, hour, provider, model, prompt_id, status, error_type, latency_bucket, shard)
    do update set price = request_hours.price + excluded.price`
}

/** To be carried out before a request gets the price: its hour gets the difference. */
export const movePriceOfHour = (
  { dialect }: Pick<Store, 'dialect'>,
  { workspace, id, price }: { readonly workspace: number; readonly id: number; readonly price: number },
): CompiledQuery => CompiledQuery.raw(priceTexts[dialect], [Math.min(price, dearest), workspace, id])
