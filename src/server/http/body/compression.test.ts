import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { decompressBody, decompressedSize } from './compression.ts'

const limit = 1_000
const text = (length: number) => Buffer.alloc(length, ' ')

test('gzip states the size after decompression, deflate does not', () => {
  assert.equal(decompressedSize(gzipSync(text(900)), 'gzip', limit), 900)
  assert.equal(decompressedSize(gzipSync(text(5_000)), 'GZIP', limit), limit)
  assert.equal(decompressedSize(deflateSync(text(900)), 'deflate', limit), limit)
})

test('a body is decompressed up to the limit, and gzip up to the size that it states', async () => {
  assert.deepEqual(await decompressBody(gzipSync(text(900)), 'gzip', limit), text(900))
  assert.deepEqual(await decompressBody(deflateSync(text(900)), 'deflate', limit), text(900))
  assert.deepEqual(await decompressBody(gzipSync(''), 'x-gzip', limit), Buffer.alloc(0))
  for (const [body, encoding, problem] of [
    [gzipSync(text(1_001)), 'gzip', { code: 'too_large' }],
    [deflateSync(text(1_001)), 'deflate', { code: 'too_large' }],
    [Buffer.concat([gzipSync(text(900)), gzipSync('x')]), 'gzip', /longer than the size at its end/],
    [Buffer.from('no gzip at all'), 'gzip', /is not gzip data/],
  ] as const)
    await assert.rejects(decompressBody(body, encoding, limit), problem)
})
