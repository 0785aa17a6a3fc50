/** How a column is written: both engines keep nothing else. */
export type ColumnType = 'integer' | 'real' | 'text' | 'blob'

export interface Column {
  readonly name: string
  readonly type: ColumnType
}

export interface TableShape {
  readonly name: string
  readonly columns: readonly Column[]
}

/** What a column holds. An integer that no double holds is the text of its digits. */
export type Value = string | number | Uint8Array | null
export type Row = readonly Value[]

/**
 * Tables that no file is written of: what an engine makes of others by itself, what stands in the manifest, and bodies
 * of requests, which go with their requests. Every other table of the schema is carried, whatever it is.
 */
export const uncarriedTables: ReadonlySet<string> = new Set([
  'schema_migrations',
  'counters',
  'request_payloads',
  'request_stretches',
])

/** The body of a request, behind its columns: what each engine packs in its own way. */
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

/** From columns found in a schema, in its order. */
export function shapesOf(
  found: Iterable<{ readonly table: string; readonly column: string; readonly type: string }>,
  types: Readonly<Record<string, ColumnType>>,
): TableShape[] {
  const shapes = new Map<string, Column[]>()
  for (const { table, column, type } of found) {
    if (uncarriedTables.has(table)) continue
    const known = types[type]
    if (!known) throw new Error(`${table}.${column} is ${type}, which no export knows how to write`)
    shapes.set(table, [...(shapes.get(table) ?? []), { name: column, type: known }])
  }
  return Array.from(shapes, ([name, columns]) => ({
    name,
    columns: name === 'requests' ? [...columns, ...bodyColumns] : columns,
  }))
}

/** Without what stands behind the columns of the table itself. */
export const ownColumns = (shape: TableShape): readonly Column[] =>
  isRequests(shape) ? shape.columns.slice(0, -bodyColumns.length) : shape.columns
