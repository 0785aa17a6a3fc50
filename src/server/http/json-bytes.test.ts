import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { JsonBytes } from './json-bytes.ts'

it('keeps the text at any size', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 50 })), fc.nat(100), (pieces, expected) => {
      const bytes = new JsonBytes(expected)
      for (const piece of pieces) bytes.write(piece)
      assert.equal(bytes.toBuffer().toString(), pieces.join(''))
    }),
  )
})
