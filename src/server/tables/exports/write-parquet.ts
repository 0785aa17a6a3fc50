import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { displayOf } from '../values.ts'
import type { Pages } from './file-format.ts'

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

/** Every column is one of optional strings: a cell may hold anything, and that another does is known at the end alone. */
export async function* writeParquet(titles: readonly string[], pages: Pages): AsyncGenerator<Buffer> {
  const writer = new DrainedWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(titles),
    statistics: false,
    createdBy: 'Galley',
  })
  let columns = titles.map((): (string | null)[] => [])
  let size = 0
  let rows = 0
  const group = () => {
    parquet.write({
      columnData: titles.map((name, place) => ({ name, data: columns[place]! })),
      rowGroupSize: mostRowsInGroup * 2,
    })
    columns = titles.map(() => [])
    size = 0
    rows = 0
    return writer.drain()
  }
  for await (const page of pages) {
    for (const row of page) {
      for (const [place, value] of row.entries()) {
        const text = displayOf(value)?.toWellFormed() ?? null
        columns[place]!.push(text)
        size += text?.length ?? 0
      }
      rows++
    }
    if (rows >= mostRowsInGroup || size >= largestGroup) yield group()
  }
  if (rows > 0) yield group()
  parquet.finish()
  yield writer.drain()
}

const schemaOf = (titles: readonly string[]): SchemaElement[] => [
  { name: 'sheet', num_children: titles.length },
  ...titles.map(
    (name): SchemaElement => ({
      name,
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      logical_type: { type: 'STRING' },
      repetition_type: 'OPTIONAL',
    }),
  ),
]
