import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Base64Decoder } from './base64-decoder.ts'

function decoded(text: string, size: number): Buffer | null {
  const decoder = new Base64Decoder()
  const parts: Buffer[] = []
  for (let offset = 0; offset < text.length; offset += size) {
    const part = decoder.push(Buffer.from(text.slice(offset, offset + size)))
    if (!part) return null
    parts.push(part)
  }
  const last = decoder.end()
  return last && Buffer.concat([...parts, last])
}

test('decodes both alphabets, with or without padding, in any chunks', () => {
  const encoding = fc.constantFrom('base64', 'base64url')
  fc.assert(
    fc.property(fc.uint8Array(), encoding, fc.integer({ min: 1, max: 9 }), (bytes, alphabet, size) => {
      const buffer = Buffer.from(bytes)
      assert.deepEqual(decoded(buffer.toString(alphabet as 'base64'), size), buffer)
    }),
  )
})

test('line breaks are ignored', () => {
  assert.deepEqual(decoded('YW\r\nJj\n', 3), Buffer.from('abc'))
})

for (const wrong of ['!', 'Y', 'YQ==YQ==', 'Y=Q=', '=', 'YQ=x', 'é'])
  test(`${wrong} is no base64`, () => {
    for (const size of [1, 2, 10]) assert.equal(decoded(wrong, size), null)
  })
