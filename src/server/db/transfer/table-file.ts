import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { level1 } from '../zstd.ts'
import { lineOf, rowOf } from './line.ts'
import { ExportError, type ManifestTable } from './manifest.ts'
import type { Row, TableShape } from './shape.ts'

const fileOf = (folder: string, { name }: TableShape) => join(folder, `${name}.jsonl.zst`)

/** Writes one line for each row; durable when it resolves. */
export async function writeTable(
  folder: string,
  table: TableShape,
  batches: AsyncIterable<readonly Row[]>,
): Promise<ManifestTable> {
  let rows = 0
  const hash = createHash('sha256')
  await pipeline(
    async function* () {
      for await (const batch of batches) {
        rows += batch.length
        yield Buffer.from(batch.map((row) => lineOf(table.columns, row)).join(''))
      }
    },
    createZstdCompress(level1),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(fileOf(folder, table), { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { name: table.name, columns: [...table.columns], rows, sha256: hash.digest('hex') }
}

const rowsOfBatch = 1000
const charactersOfBatch = 2 * 1024 * 1024

/** Yields batches of bounded size; throws at the end if the checksum differs. */
export async function* readTable(folder: string, table: ManifestTable): AsyncGenerator<Row[]> {
  const file = fileOf(folder, table)
  const hash = createHash('sha256')
  let rows = 0
  let batch: Row[] = []
  let characters = 0
  try {
    for await (const line of linesOf(file, (chunk) => hash.update(chunk))) {
      batch.push(rowOf(table.columns, line))
      rows++
      characters += line.length
      if (batch.length < rowsOfBatch && characters < charactersOfBatch) continue
      yield batch
      batch = []
      characters = 0
    }
  } catch (error) {
    throw new ExportError(`${file} cannot be read after row ${rows}: ${(error as Error).message}.`)
  }
  yield batch
  if (rows !== table.rows || hash.digest('hex') !== table.sha256)
    throw new ExportError(`${file} was damaged or changed after the export.`)
}

async function* linesOf(file: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<string> {
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onChunk(chunk)
      yield chunk
    }
  }
  const source = createReadStream(file)
  const unpacked = createZstdDecompress()
  const unpacking = pipeline(source, counted, unpacked)
  // The loop below throws the error.
  unpacking.catch(() => {})
  const parts: Buffer[] = []
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const last = chunk.subarray(start, end)
      yield (parts.length === 0 ? last : Buffer.concat([...parts, last])).toString('utf8')
      parts.length = 0
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
  await unpacking
  if (parts.length > 0) throw new Error('the last line has no end')
}

const newline = 0x0a
