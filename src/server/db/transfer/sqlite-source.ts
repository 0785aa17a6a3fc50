import type { DatabaseSync } from 'node:sqlite'
import { documentOf, payloadOf } from '../payload.ts'
import { wholePayload } from '../payload-columns.ts'
import { requestFacets } from '../request-facets.ts'
import { connectReader } from '../sqlite/connect.ts'
import { mediaSql, movedSql, type ReadMoved, withMovedBodies, withMovedMedia } from './moved-bodies.ts'
import {
  type Column,
  type ColumnType,
  columnList,
  ownColumns,
  type Row,
  shapesOf,
  type TableShape,
  tableName,
  type Value,
} from './shape.ts'
import type { Source } from './source.ts'

const types: Readonly<Record<string, ColumnType>> = {
  INTEGER: 'integer',
  REAL: 'real',
  TEXT: 'text',
  BLOB: 'blob',
}

/** Excludes virtual tables and their shadow tables. */
export function sqliteShapes(connection: DatabaseSync): TableShape[] {
  const rows = connection
    .prepare(
      `select t.name as "table", c.name as "column", c.type from pragma_table_list t, pragma_table_info(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'
      order by t.name, c.cid`,
    )
    .all()
  return shapesOf(rows as { table: string; column: string; type: string }[], types)
}

export function openSqliteSource(file: string, readMoved: ReadMoved | null): Source {
  const connection = connectReader(file)
  connection.exec('begin')
  const firstValue = (sql: string) => Object.values(connection.prepare(sql).get()!)[0]
  const schema = Number(firstValue('select max(number) from schema_migrations'))
  const rowsOf: Readonly<Record<string, typeof plainRows>> = {
    requests: requestRowsOf(schema, readMoved),
    media: mediaRowsOf(readMoved),
    spans: spanRowsOf(schema),
  }
  return {
    version: `SQLite ${firstValue('select sqlite_version()')}`,
    schema,
    tables: sqliteShapes(connection),
    rows: (table) => (rowsOf[table.name] ?? plainRows)(connection, table),
    async sequences() {
      const counters = connection.prepare('select name, value from counters').all()
      return Object.fromEntries(counters.map(({ name, value }) => [name, Number(value) + 1]))
    },
    async close() {
      connection.close()
    },
  }
}

async function* plainRows(connection: DatabaseSync, table: TableShape) {
  yield* batches(
    connection,
    `select ${columnList(table.columns)} from ${tableName(table)}`,
    table.columns,
    (row) => row,
  )
}

/** Payloads can share a frame since this migration. */
const framesSince = 75

const payloadSql = (schema: number): string => (schema < framesSince ? 'p.payload' : wholePayload)

const requestRowsOf = (schema: number, readMoved: ReadMoved | null) =>
  async function* (connection: DatabaseSync, table: TableShape) {
    const columns = ownColumns(table)
    const moved = movedSql(schema)
    const index = (name: string) => columns.findIndex((column) => column.name === name)
    const [facets, tags, metadata] = [index('facets'), index('tags'), index('metadata')] as const
    const wholeFacets = (row: Row) =>
      requestFacets.whole({
        facets: row[facets] as string,
        tags: row[tags] as string,
        metadata: row[metadata] as string,
      })
    const sql = `select ${columnList(columns, 'r.')}, ${payloadSql(schema)}, ${moved.columns} from requests r
    left join request_payloads p on p.workspace_id = r.workspace_id and p.request_id = r.id ${moved.join}`
    const parts = batches(connection, sql, columns, (row) => {
      row[facets] = wholeFacets(row)
      const payload = row[columns.length] as Uint8Array | null
      const frameAddress = row.slice(columns.length + 1)
      if (!payload) return [...row.slice(0, columns.length), null, null, null, ...frameAddress]
      const { inputText, outputText, original } = payloadOf(payload)
      return [...row.slice(0, columns.length), inputText, outputText, original, ...frameAddress]
    })
    for (const rows of parts) yield await withMovedBodies(rows, table, readMoved)
  }

const mediaRowsOf = (readMoved: ReadMoved | null) =>
  async function* (connection: DatabaseSync, table: TableShape) {
    for (const rows of batches(connection, mediaSql(table), table.columns, (row) => row))
      yield await withMovedMedia(rows, table, readMoved)
  }

/** Documents are exported as text, whichever frame holds them. */
const spanRowsOf = (schema: number) =>
  async function* (connection: DatabaseSync, table: TableShape) {
    const { columns } = table
    const index = (name: string) => columns.findIndex((column) => column.name === name)
    const [document, packed, frame] = [index('document'), index('packed'), columns.length]
    // Storage of an older version has no frames.
    if (packed < 0) return yield* plainRows(connection, table)
    const sql = `select ${columnList(columns)}, case when document = '' then coalesce(packed, (select ${payloadSql(schema)}
    from request_payloads p where p.workspace_id = spans.workspace_id and p.request_id = spans.request_id)) end from spans`
    yield* batches(connection, sql, columns, (row) => {
      const columnValues = row.slice(0, frame)
      if (row[frame] === null) return columnValues
      columnValues[document] = documentOf(row[frame] as Uint8Array)
      columnValues[packed] = null
      return columnValues
    })
  }

const rowsOfBatch = 500
const bytesOfBatch = 1024 * 1024

function* batches(
  connection: DatabaseSync,
  sql: string,
  columns: readonly Column[],
  rowOf: (row: Value[]) => Row,
): Generator<Row[]> {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  const integers = columns.flatMap(({ type }, index) => (type === 'integer' ? [index] : []))
  statement.setReadBigInts(true)
  let batch: Row[] = []
  let bytes = 0
  for (const next of statement.iterate() as Iterable<unknown>) {
    const row = next as (Value | bigint)[]
    for (const index of integers) row[index] = fromInteger(row[index] as bigint | null)
    const values = rowOf(row as Value[])
    batch.push(values)
    for (const value of values)
      if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length
    if (batch.length < rowsOfBatch && bytes < bytesOfBatch) continue
    yield batch
    batch = []
    bytes = 0
  }
  yield batch
}

function fromInteger(value: bigint | null): Value {
  if (value === null) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
