import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import {
  documentOf,
  originalOf,
  packDocument,
  packDocumentNow,
  packPayload,
  packPayloadNow,
  payloadOf,
  plainTextOf,
} from './payload.ts'
import { payloadDictionary } from './payload-dictionary.ts'

const payload = (size: number) => ({
  inputText: '[user] hi',
  outputText: 'hello',
  original: Buffer.from(
    `{"model":"gpt-4o-mini","messages":[{"role":"user","content":"${'Hi '.repeat(size)}"}]}`,
  ),
  document: '{"name":"chat gpt-4o-mini"}',
})

test('the dictionary of the frames on disk never changes', () => {
  assert.equal(
    createHash('sha256').update(payloadDictionary).digest('hex'),
    'f379b463712e912fc2a696f1de50eabf5ca1ffe0c3a8daae4e92680a11230b01',
  )
})

test('a payload of either dialect is read back, short and long', async () => {
  for (const dialect of ['sqlite', 'postgres'] as const)
    for (const size of [1, 100_000])
      for (const packed of [
        await packPayload(dialect, payload(size)),
        packPayloadNow(dialect, payload(size)),
      ]) {
        assert.deepEqual(payloadOf(packed), payload(size))
        assert.deepEqual(originalOf(packed), payload(size).original)
      }
  assert.equal(plainTextOf(packPayloadNow('sqlite', payload(1))), '[user] hi\nhello')
})

test('PostgreSQL keeps frames that an older release can read', async () => {
  const bytes = zstdDecompressSync(await packPayload('postgres', payload(1)))
  assert.ok(bytes.toString().startsWith('[user] hi\0hello\0{"model"'))
})

test('payloads of older releases are read: JSON, and frames without a dictionary', () => {
  assert.equal(originalOf(Buffer.from('{"a":1}')).toString(), '{"a":1}')
  assert.equal(originalOf(zstdCompressSync('in\0out\0{"a":1}')).toString(), '{"a":1}')
})

test('the document of a span without a request has its own frame', async () => {
  for (const frame of [packDocumentNow('{"name":"step"}'), await packDocument('{"name":"step"}')])
    assert.equal(documentOf(frame), '{"name":"step"}')
})
