import pg from 'pg'
import { connectPostgres } from '../migrate.ts'
import { payloadOf } from '../payload.ts'
import { mediaSql, movedSql, type ReadMoved, withMovedBodies, withMovedMedia } from './moved-bodies.ts'
import {
  type ColumnType,
  columnList,
  isRequests,
  ownColumns,
  type Row,
  shapesOf,
  type TableShape,
  tableName,
  type Value,
} from './shape.ts'
import type { Source } from './source.ts'

const types: Readonly<Record<string, ColumnType>> = {
  bigint: 'integer',
  smallint: 'integer',
  integer: 'integer',
  'double precision': 'real',
  text: 'text',
  bytea: 'blob',
}

/** Leaves out `requests.words`, which is derived from the texts. */
export async function postgresShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid <> 'tsvector'::regtype
    order by c.relname, a.attnum`,
  )
  return shapesOf(rows, types)
}

export async function openPostgresSource(url: string, readMoved: ReadMoved | null): Promise<Source> {
  const client = await connectPostgres(url)
  await client.query('begin isolation level repeatable read read only')
  // A hash join might load all bodies before the first row.
  await client.query('set local enable_hashjoin = off; set local enable_mergejoin = off')
  const firstValue = async (sql: string) => Object.values((await client.query(sql)).rows[0])[0]
  const schema = Number(await firstValue('select max(number) from schema_migrations'))
  return {
    version: `PostgreSQL ${String(await firstValue('show server_version')).split(' ')[0]}`,
    schema,
    tables: await postgresShapes(client),
    rows: (table) =>
      isRequests(table)
        ? requestRows(client, table, schema, readMoved)
        : table.name === 'media'
          ? mediaRows(client, table, readMoved)
          : stream(client, `select ${columnList(table.columns)} from ${tableName(table)}`),
    // Sequences are not transactional. They are read after the snapshot, so they are never behind its rows.
    async sequences() {
      const { rows } = await client.query(`select sequencename as name, increment_by as step
        from pg_sequences where schemaname = current_schema()`)
      const next: Record<string, number> = {}
      for (const { name, step } of rows) {
        const { last_value, is_called } = (await client.query(`select last_value, is_called from ${name}`))
          .rows[0]
        next[name] = Number(last_value) + (is_called ? Number(step) : 0)
      }
      return next
    },
    close: () => client.end(),
  }
}

async function* requestRows(
  client: pg.Client,
  table: TableShape,
  schema: number,
  readMoved: ReadMoved | null,
): AsyncGenerator<Row[]> {
  const columns = ownColumns(table)
  const moved = movedSql(schema)
  const sql = `select ${columnList(columns, 'r.')}, p.input_text, p.output_text, p.payload, ${moved.columns} from requests r
    left join request_payloads p on p.workspace_id = r.workspace_id and p.request_id = r.id and p.created_at = r.created_at ${moved.join}`
  const payloadIndex = columns.length + 2
  for await (const rows of stream(client, sql)) {
    const unpacked = rows.map((row) => {
      const payload = row[payloadIndex] as Uint8Array | null
      return payload ? row.with(payloadIndex, payloadOf(payload).original) : row
    })
    yield await withMovedBodies(unpacked, table, readMoved)
  }
}

async function* mediaRows(client: pg.Client, table: TableShape, readMoved: ReadMoved | null) {
  for await (const rows of stream(client, mediaSql(table))) yield await withMovedMedia(rows, table, readMoved)
}

const int8 = 20
/** Integers, reals, texts and blobs are all that the schema has. */
const parsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? fromInteger : pg.types.getTypeParser(oid, 'text')) as never,
}

function fromInteger(text: string): Value {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

/** Pauses the socket while a batch is processed, so that memory holds one packet at most. */
async function* stream(client: pg.Client, text: string): AsyncGenerator<Row[]> {
  const socket = client.connection.stream
  const query = new pg.Query<Value[]>({ text, rowMode: 'array', types: parsers } as pg.QueryConfig)
  let waiting: Row[] = []
  let hasEnded = false
  let failure: Error | null = null
  let wake = () => {}
  query.on('row', (row) => {
    waiting.push(row)
    socket.pause()
    wake()
  })
  query.on('end', () => {
    hasEnded = true
    wake()
  })
  query.on('error', (error: Error) => {
    failure = error
    wake()
  })
  client.query(query)
  try {
    while (waiting.length > 0 || !hasEnded) {
      if (failure) throw failure
      if (waiting.length > 0) {
        const batch = waiting
        waiting = []
        yield batch
      } else {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        socket.resume()
        await promise
      }
    }
  } finally {
    // The last row may have arrived together with the end.
    socket.resume()
  }
}
