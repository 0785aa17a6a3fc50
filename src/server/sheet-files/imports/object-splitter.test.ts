import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ObjectSplitter } from './object-splitter.ts'

function objectsOf(text: string, size: number): unknown[] {
  const bytes = Buffer.from(text)
  const splitter = new ObjectSplitter()
  const objects: unknown[] = []
  for (let offset = 0; offset < bytes.length; offset += size)
    for (const object of splitter.push(bytes.subarray(offset, offset + size)))
      objects.push(JSON.parse(object.toString('utf8')))
  splitter.end()
  return objects
}

test('objects in a list or one after the other are split, whatever they contain', () => {
  const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(objects, fc.integer({ min: 3, max: 50 }), (all, size) => {
      const expected = JSON.parse(JSON.stringify(all))
      for (const text of [
        JSON.stringify(all),
        JSON.stringify(all, null, 2),
        all.map((one) => JSON.stringify(one)).join('\n'),
      ])
        assert.deepEqual(objectsOf(text, size), expected)
    }),
  )
})
