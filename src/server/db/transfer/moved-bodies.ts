import { ExportError } from './manifest.ts'
import { type Column, columnList, ownColumns, type Row, type TableShape } from './shape.ts'

/** Location of the body of a request in object storage. */
export interface MovedBody {
  readonly workspace: number
  readonly request: number
  readonly name: string
  readonly offset: number
  readonly length: number
}

/** Reads bodies and media from object storage. */
export interface ReadMoved {
  body(body: MovedBody): Promise<Uint8Array>
  /** The media that an object consists of. */
  media(name: string, size: number): Promise<Uint8Array>
}

/** The first schema in which bodies can be in object storage. */
const firstSchema = 50

/** SQL for the columns that tell where a body is in object storage, and for their join. */
export const movedSql = (schema: number) =>
  schema < firstSchema
    ? { columns: 'null, null, null', join: '' }
    : {
        columns: 'o.name, p.body_offset, p.body_length',
        join: 'left join body_objects o on o.id = p.body_object',
      }

/** Reads moved bodies from object storage, and removes the columns of `movedSql` from the rows. */
export async function withMovedBodies(
  rows: readonly Row[],
  table: TableShape,
  reader: ReadMoved | null,
): Promise<Row[]> {
  const columns = ownColumns(table)
  const [workspaceAt, idAt] = [positionOf(columns, 'workspace_id'), positionOf(columns, 'id')]
  const originalAt = table.columns.length - 1
  const complete: Row[] = []
  for (const row of rows) {
    const [name, offset, length] = row.slice(originalAt + 1)
    const requestValues = row.slice(0, originalAt + 1)
    if (typeof name === 'string') {
      const frame = { name, offset: Number(offset), length: Number(length) }
      requestValues[originalAt] = await required(reader).body({
        workspace: Number(row[workspaceAt]),
        request: Number(row[idAt]),
        ...frame,
      })
    }
    complete.push(requestValues)
  }
  return complete
}

const positionOf = (columns: readonly Column[], column: string) =>
  columns.findIndex(({ name }) => name === column)

/** SQL for all media. The last column is the name of the object with the bytes. */
export const mediaSql = ({ columns }: TableShape): string =>
  `select ${columnList(columns, 'm.')}, o.name from media m left join body_objects o on o.id = m.object`

/** Reads moved media from object storage, and removes the last column of `mediaSql` from the rows. */
export async function withMovedMedia(
  rows: readonly Row[],
  { columns }: TableShape,
  reader: ReadMoved | null,
): Promise<Row[]> {
  const [bytes, object, size] = ['bytes', 'object', 'size'].map((name) => positionOf(columns, name))
  const complete: Row[] = []
  for (const row of rows) {
    const name = row[columns.length]
    const columnValues = row.slice(0, columns.length)
    if (typeof name === 'string') {
      columnValues[bytes!] = await required(reader).media(name, Number(row[size!]))
      columnValues[object!] = null
    }
    complete.push(columnValues)
  }
  return complete
}

function required(reader: ReadMoved | null): ReadMoved {
  if (reader) return reader
  throw new ExportError(
    'Bodies of requests are in object storage. Set GALLEY_S3_ENDPOINT and the other GALLEY_S3_* settings of the server.',
  )
}
