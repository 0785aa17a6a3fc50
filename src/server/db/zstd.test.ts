import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { compressNow, decompressNow, glanceInto } from './zstd.ts'

test('frames equal those of node:zlib for any order and size', () => {
  for (const size of [0, 1, 5_000, 65_535, 65_536, 65_537, 300_000])
    for (const bytes of [Buffer.alloc(size, 'again and again '), randomBytes(size)]) {
      const frame = compressNow(bytes)
      assert.deepEqual(zstdDecompressSync(frame), bytes)
      assert.deepEqual(decompressNow(frame), bytes)
      assert.deepEqual(decompressNow(zstdCompressSync(bytes)), bytes)
      if (size < 65_536) assert.deepEqual(glanceInto(frame) ?? bytes, bytes)
      else assert.equal(glanceInto(frame), null)
    }
})

test('invalid or incomplete frames fail without affecting later ones', () => {
  const whole = compressNow(Buffer.from('hello hello hello'.repeat(100)))
  const broken = [
    Buffer.from('no frame at all'),
    whole.subarray(0, -3),
    Buffer.concat([whole.subarray(0, 5), whole]),
  ]
  for (const bytes of broken) {
    assert.throws(() => decompressNow(bytes))
    assert.equal(decompressNow(compressNow(Buffer.from('hello'))).toString(), 'hello')
  }
})

test('a glance is valid until the next one', () => {
  const [first, second] = [compressNow(Buffer.from('first')), compressNow(Buffer.from('other'))]
  const seen = glanceInto(first)!
  assert.equal(seen.toString(), 'first')
  assert.equal(glanceInto(second)!.toString(), 'other')
  assert.equal(seen.toString(), 'other')
})
