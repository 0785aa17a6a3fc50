/** Both engines store only these types. */
export type ColumnType = 'integer' | 'real' | 'text' | 'blob'

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
}

/** An integer beyond a double is a string of digits. */
export type Value = string | number | Uint8Array | null
export type Row = readonly Value[]

/**
 * Tables that are not exported: derived ones, the state of ClickHouse, of object storage and of processes, those in the
 * manifest, and request bodies, which are exported with their requests.
 */
export const unexportedTables: ReadonlySet<string> = new Set([
  'schema_migrations',
  'counters',
  'log_copy',
  'log_outbox',
  'trace_copy',
  'trace_outbox',
  'request_payloads',
  'payload_frames',
  'body_objects',
  'body_mover',
  'body_marks',
  'request_stretches',
  'erased_pages',
  'registry_readers',
])

/** Extra columns for a request's body, which each engine packs differently. */
export const bodyColumns: readonly Column[] = [
  { name: 'input_text', type: 'text' },
  { name: 'output_text', type: 'text' },
  { name: 'original', type: 'blob' },
]

export const isRequests = ({ name }: TableShape): boolean => name === 'requests'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly Column[], table = ''): string =>
  columns.map(({ name }) => `${table}${quoted(name)}`).join(', ')

export const tableName = ({ name }: TableShape): string => quoted(name)

export function shapesOf(
  ofTables: Iterable<{ readonly table: string; readonly column: string; readonly type: string }>,
  types: Readonly<Record<string, ColumnType>>,
): TableShape[] {
  const shapes = new Map<string, Column[]>()
  for (const { table, column, type } of ofTables) {
    if (unexportedTables.has(table)) continue
    const columnType = types[type]
    if (!columnType) throw new Error(`${table}.${column} is ${type}, which exports do not support`)
    shapes.set(table, [...(shapes.get(table) ?? []), { name: column, type: columnType }])
  }
  return Array.from(shapes, ([name, columns]) => ({
    name,
    columns: name === 'requests' ? [...columns, ...bodyColumns] : columns,
  }))
}

/** The columns of a table; of requests, without the columns of the body. */
export const ownColumns = (shape: TableShape): readonly Column[] =>
  isRequests(shape) ? shape.columns.slice(0, -bodyColumns.length) : shape.columns
