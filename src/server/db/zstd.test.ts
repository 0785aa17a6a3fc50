import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Zstd } from './zstd.ts'

const plain = new Zstd(null)
const dictionary = Buffer.from('{"messages":[{"role":"user","content":"again and again"}]}')
const withDictionary = new Zstd(dictionary)

test('frames equal those of node:zlib for any order and size, with and without a dictionary', async () => {
  for (const size of [0, 1, 5_000, 65_535, 65_536, 65_537, 300_000])
    for (const bytes of [Buffer.alloc(size, 'again and again '), randomBytes(size)])
      for (const [zstd, options] of [
        [plain, {}],
        [withDictionary, { dictionary }],
      ] as const) {
        const frame = zstd.compressNow(bytes)
        assert.deepEqual(zstdDecompressSync(frame, options), bytes)
        assert.deepEqual(zstd.decompressNow(frame), bytes)
        assert.deepEqual(zstd.decompressNow(await zstd.compress(bytes)), bytes)
        assert.deepEqual(zstd.decompressNow(zstdCompressSync(bytes, options)), bytes)
        if (size < 65_536) assert.deepEqual(zstd.decompressView(frame) ?? bytes, bytes)
        else assert.equal(zstd.decompressView(frame), null)
      }
})

test('texts of the dictionary make short frames', () => {
  const bytes = Buffer.from('{"messages":[{"role":"user","content":"again"}]}')
  assert.ok(withDictionary.compressNow(bytes).length < plain.compressNow(bytes).length / 2)
})

test('invalid or incomplete frames fail without affecting later ones', () => {
  for (const zstd of [plain, withDictionary]) {
    const whole = zstd.compressNow(Buffer.from('hello hello hello'.repeat(100)))
    const broken = [
      Buffer.from('no frame at all'),
      whole.subarray(0, -3),
      Buffer.concat([whole.subarray(0, 5), whole]),
    ]
    for (const bytes of broken) {
      assert.throws(() => zstd.decompressNow(bytes))
      assert.equal(zstd.decompressNow(zstd.compressNow(Buffer.from('hello'))).toString(), 'hello')
    }
  }
})

test('a view is valid until the next one', () => {
  const [first, second] = [plain.compressNow(Buffer.from('first')), plain.compressNow(Buffer.from('other'))]
  const view = plain.decompressView(first)!
  assert.equal(view.toString(), 'first')
  assert.equal(plain.decompressView(second)!.toString(), 'other')
  assert.equal(view.toString(), 'other')
})
