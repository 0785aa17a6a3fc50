import type pg from 'pg'
import { searchWordsOf } from '../../../engine/search/search-words.ts'
import { connectPostgres, isUnfinished, migrateWithin, migrationLock } from '../migrate.ts'
import { packPayloadNow } from '../payload.ts'
import type { RequestRow } from '../tables/request-tables.ts'
import { unfinishedTable } from '../unfinished.ts'
import { dropIndexesAndReferences } from './drop-indexes.ts'
import { postgresShapes } from './postgres-source.ts'
import {
  type Column,
  type ColumnType,
  columnList,
  isRequests,
  ownColumns,
  type Row,
  type TableShape,
  tableName,
  type Value,
} from './shape.ts'
import { type IndexArrival, NotEmptyError, type Target } from './target.ts'

const int8 = 20

/**
 * Schema and rows go in one transaction. If the import fails the database stays empty, apart from the table that marks it as
 * unfinished.
 */
export async function openPostgresTarget(
  url: string,
  schema: number,
  indexArrival: IndexArrival,
): Promise<Target> {
  const client = await connectPostgres(url)
  client.setTypeParser(int8, Number)
  try {
    await claimEmptyDatabase(client)
    await client.query('begin')
    await migrateWithin(client, schema)
    const restoreIndexes = await dropIndexesAndReferences(client)
    const months = new Set<number>()
    return {
      tables: await postgresShapes(client),
      insert: (table, rows) =>
        isRequests(table)
          ? insertRequests(client, table, rows, months)
          : insertRows(client, tableName(table), table.columns, rows),
      async finish(sequences) {
        for (const [name, next] of Object.entries(sequences))
          await client.query('select setval($1::regclass, $2, false)', [name, next])
        for (const statement of restoreIndexes) await client.query(statement)
        await migrateWithin(client)
        await indexArrivals(client, indexArrival)
        await client.query(`drop table ${unfinishedTable}`)
        await client.query('commit')
        // Without statistics searches get bad plans.
        await client.query('analyze')
        await client.end()
      },
      async abandon() {
        await client.query('rollback').catch(() => {})
        await client.query(`drop table if exists ${unfinishedTable}`).catch(() => {})
        await client.end()
      },
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function claimEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows: locks } = await client.query('select pg_try_advisory_lock($1) as taken', [migrationLock])
  if (!locks[0].taken)
    throw new NotEmptyError('Another Galley process is setting this database up or importing into it.')
  const { rows } = await client.query(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relname <> $1 order by relname limit 1`,
    [unfinishedTable],
  )
  if (rows.length > 0)
    throw new NotEmptyError(
      `The database of DATABASE_URL is not empty: it has ${rows[0].relname}. Give it an empty database.`,
    )
  if (!(await isUnfinished(client))) await client.query(`create table ${unfinishedTable} ()`)
}

const arrays: Readonly<Record<ColumnType, string>> = {
  integer: 'bigint[]',
  real: 'double precision[]',
  text: 'text[]',
  blob: 'bytea[]',
}

const arrayParameters = (columns: readonly Column[]) =>
  columns.map(({ type }, index) => `$${index + 1}::${arrays[type]}`)

async function insertRows(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  rows: readonly Row[],
) {
  await client.query({
    name: `import ${table}`,
    text: `insert into ${table} (${columnList(columns)}) select * from unnest(${arrayParameters(columns)})`,
    values: columns.map((_, index) => rows.map((row) => row[index])),
  })
}

const payloadColumns: readonly Column[] = [
  { name: 'workspace_id', type: 'integer' },
  { name: 'request_id', type: 'integer' },
  { name: 'created_at', type: 'integer' },
  { name: 'payload', type: 'blob' },
  { name: 'input_text', type: 'text' },
  { name: 'output_text', type: 'text' },
]

/** `months` lists the partitions made so far. */
async function insertRequests(
  client: pg.Client,
  table: TableShape,
  rows: readonly Row[],
  months: Set<number>,
) {
  const columns = ownColumns(table)
  const offset = (name: string) => columns.findIndex((column) => column.name === name)
  const [workspace, id, createdAt] = [offset('workspace_id'), offset('id'), offset('created_at')]
  const words: string[] = []
  const payloads: Row[] = []
  for (const row of rows) {
    const [input, output, original] = row.slice(columns.length) as (Value | null)[]
    const [inputText, outputText] = [String(input ?? ''), String(output ?? '')]
    // Words hold no spaces. Splitting at spaces costs half of parsing JSON.
    words.push(searchWordsOf({ inputText, outputText }).join(' '))
    await makeMonth(client, Number(row[createdAt]), months)
    if (original === null) continue
    const payload = packPayloadNow('postgres', {
      inputText: '',
      outputText: '',
      original: original as Uint8Array,
    })
    payloads.push([row[workspace]!, row[id]!, row[createdAt]!, payload, inputText, outputText])
  }
  await client.query({
    name: 'import requests',
    text: `insert into requests (${columnList(columns)}, words)
      select ${columnList(columns)}, array_to_tsvector(string_to_array(words, ' '))
      from unnest(${arrayParameters(columns)}, $${columns.length + 1}::text[]) as u (${columnList(columns)}, words)`,
    values: [...columns.map((_, index) => rows.map((row) => row[index])), words],
  })
  await insertRows(client, 'request_payloads', payloadColumns, payloads)
}

async function makeMonth(client: pg.Client, time: number, months: Set<number>): Promise<void> {
  const date = new Date(time)
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  if (months.has(month)) return
  months.add(month)
  await client.query('select make_request_month($1)', [month])
}

async function indexArrivals(client: pg.Client, indexArrival: IndexArrival): Promise<void> {
  const { rows } = await client.query<RequestRow>(
    `select r.* from request_arrivals a join requests r on r.workspace_id = a.workspace_id and r.id = a.request_id`,
  )
  for (const row of rows)
    for (const { sql, parameters } of indexArrival(row)) await client.query(sql, [...parameters])
  await client.query('delete from request_arrivals')
}
