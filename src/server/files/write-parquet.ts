import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { Json } from '../../engine/json/json.ts'
import { displayOf } from './display.ts'
import type { Pages } from './pages.ts'
import { plainOf } from './plain-value.ts'
import { daysOf, kindWith, microsecondsOf, type ValueKind } from './value-kinds.ts'

/** Limits of a row group, in characters and rows: encoding a larger one blocks the event loop for more than 30 ms. */
const maxCharactersInGroup = 2 * 1024 * 1024
const maxRowsInGroup = 20_000

class DrainedWriter extends ByteWriter {
  /** Bytes written since the last call. */
  drain(): Buffer {
    const bytes = Buffer.from(this.getBytes())
    this.index = 0
    return bytes
  }
}

/** A typed column of a file. */
export interface FileColumn {
  readonly title: string
  readonly kind: ValueKind
}

type Cell = string | number | bigint | boolean | null

/** Reads all rows twice: the types are known only after the last row. */
export async function* writeParquetDetectingTypes(
  titles: readonly string[],
  read: () => Pages,
): AsyncGenerator<Buffer> {
  const kinds = titles.map((): ValueKind | 'none' => 'none')
  for await (const page of read()) {
    for (const row of page)
      for (const [index, value] of row.entries()) kinds[index] = kindWith(kinds[index]!, value)
    // An empty chunk detects a disconnected client.
    yield Buffer.alloc(0)
  }
  const columns = titles.map((title, index) => {
    const kind = kinds[index]!
    return { title, kind: kind === 'none' ? 'text' : kind } as const
  })
  yield* writeParquet(columns, read())
}

/** All columns are nullable. */
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
      columnData: fileColumns.map(({ title: name }, index) => ({ name, data: columns[index]! })),
      rowGroupSize: maxRowsInGroup * 2,
    })
    columns = fileColumns.map(() => [])
    size = 0
    rows = 0
    return writer.drain()
  }
  for await (const page of pages) {
    for (const row of page) {
      for (const [index, value] of row.entries()) {
        const cell = cellOf(fileColumns[index]!.kind, value)
        columns[index]!.push(cell)
        size += typeof cell === 'string' ? cell.length : 8
      }
      rows++
      // Groups also end within a page, so that the same rows make the same file whatever the pages.
      if (rows >= maxRowsInGroup || size >= maxCharactersInGroup) yield group()
    }
  }
  if (rows > 0) yield group()
  parquet.finish()
  yield writer.drain()
}

function cellOf(kind: FileColumn['kind'], value: Json): Cell {
  if (value === null) return null
  if (kind === 'text') return displayOf(value)!.toWellFormed()
  const plain = plainOf(value)
  if (kind === 'boolean') return plain as boolean
  if (typeof plain === 'number') return kind === 'integer' ? BigInt(Math.trunc(plain)) : plain
  return kind === 'date' ? daysOf(plain as string) : microsecondsOf(plain as string)
}

const microseconds = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } as const

const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MICROS', logical_type: microseconds },
} as const satisfies Record<ValueKind, Partial<SchemaElement>>

const schemaOf = (fileColumns: readonly FileColumn[]): SchemaElement[] => [
  { name: 'rows', num_children: fileColumns.length },
  ...fileColumns.map(
    ({ title, kind }): SchemaElement => ({ name: title, ...types[kind], repetition_type: 'OPTIONAL' }),
  ),
]
