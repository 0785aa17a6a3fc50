import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { Json } from '../../engine/columns/json.ts'
import { displayOf } from './display.ts'
import type { Pages } from './pages.ts'

/** Characters and rows of one row group: it is made at once, in some 30 ms. */
const largestGroup = 2 * 1024 * 1024
const mostRowsInGroup = 20_000

class DrainedWriter extends ByteWriter {
  /** What was written since the last time. */
  drain(): Buffer {
    const bytes = Buffer.from(this.getBytes())
    this.index = 0
    return bytes
  }
}

/** A column of a file whose columns have types. */
export interface FileColumn {
  readonly title: string
  /** Texts hold anything: what is none stands as JSON. */
  readonly kind: 'text' | 'number' | 'integer'
}

type Cell = string | number | bigint | null

/** Every value may be missing. */
export async function* writeParquet(
  fileColumns: readonly FileColumn[],
  pages: Pages,
): AsyncGenerator<Buffer> {
  const writer = new DrainedWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(fileColumns),
    statistics: false,
    createdBy: 'Galley',
  })
  let columns = fileColumns.map((): Cell[] => [])
  let size = 0
  let rows = 0
  const group = () => {
    parquet.write({
      columnData: fileColumns.map(({ title: name }, place) => ({ name, data: columns[place]! })),
      rowGroupSize: mostRowsInGroup * 2,
    })
    columns = fileColumns.map(() => [])
    size = 0
    rows = 0
    return writer.drain()
  }
  for await (const page of pages) {
    for (const row of page) {
      for (const [place, value] of row.entries()) {
        const cell = cellOf(fileColumns[place]!.kind, value)
        columns[place]!.push(cell)
        size += typeof cell === 'string' ? cell.length : 8
      }
      rows++
    }
    if (rows >= mostRowsInGroup || size >= largestGroup) yield group()
  }
  if (rows > 0) yield group()
  parquet.finish()
  yield writer.drain()
}

function cellOf(kind: FileColumn['kind'], value: Json): Cell {
  if (kind === 'text') return displayOf(value)?.toWellFormed() ?? null
  if (typeof value !== 'number') return null
  return kind === 'integer' ? BigInt(Math.trunc(value)) : value
}

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
} as const satisfies Record<FileColumn['kind'], Partial<SchemaElement>>

const schemaOf = (fileColumns: readonly FileColumn[]): SchemaElement[] => [
  { name: 'rows', num_children: fileColumns.length },
  ...fileColumns.map(
    ({ title, kind }): SchemaElement => ({ name: title, ...types[kind], repetition_type: 'OPTIONAL' }),
  ),
]
