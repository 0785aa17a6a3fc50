import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freeBytes, freeChunks } from './free-bytes.ts'

const size = 300_000
const limit = 1_000_000

/** Reads a body of two chunks as Fastify does. Returns the joined bytes, and the memory of the chunks. */
async function read(length: number, chunks: readonly Buffer<ArrayBuffer>[]) {
  const payload = Readable.from(chunks, { objectMode: false })
  freeChunks({ 'content-length': String(length) }, limit, payload)
  const joined: Buffer[] = []
  payload.on('data', (chunk: Buffer) => joined.push(chunk))
  const body = await new Promise<Buffer>((resolve) => {
    payload.on('end', () => resolve(Buffer.concat(joined)))
  })
  await setImmediate()
  return { body, sizes: chunks.map(({ buffer }) => buffer.byteLength) }
}

const chunk = (text: string) => Buffer.alloc(size, text)

test('the chunks of a large body are freed once it is joined', async () => {
  const { body, sizes } = await read(2 * size, [chunk('a'), chunk('b')])
  assert.deepEqual(sizes, [0, 0])
  assert.equal(body.toString(), 'a'.repeat(size) + 'b'.repeat(size))
})

test('a chunk whose memory holds other data of the connection stays', async () => {
  const { sizes } = await read(2 * size, [chunk('a'), chunk('b').subarray(0, size - 1)])
  assert.deepEqual(sizes, [0, size])
})

test('the chunks of a small body, of one beyond the limit and of one without a length stay', async () => {
  for (const length of [1_000, limit + 1, Number.NaN])
    assert.deepEqual((await read(length, [chunk('a'), chunk('b')])).sizes, [size, size])
})

test('freed bytes have no memory', () => {
  const bytes = chunk('a')
  freeBytes(bytes)
  assert.equal(bytes.length, 0)
})
