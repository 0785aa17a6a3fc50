import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keysInOrder } from './keys-in-order.ts'

test('keys are returned in written order', () => {
  const pairs = fc.uniqueArray(
    fc.tuple(fc.oneof(fc.string(), fc.nat().map(String), fc.constant('__proto__')), fc.jsonValue()),
    { selector: ([key]) => key },
  )
  fc.assert(
    fc.property(pairs, fc.constantFrom('', ' ', '\n'), (all, space) => {
      const members = all.map(([key, value]) =>
        [JSON.stringify(key), JSON.stringify(value, null, space)].join(`${space}:${space}`),
      )
      assert.deepEqual(
        keysInOrder(`{${space}${members.join(`${space},${space}`)}${space}}`),
        all.map(([key]) => key),
      )
    }),
  )
})

test('a duplicate key keeps its first position', () => {
  assert.deepEqual(keysInOrder('{"b":[{"x":1},"{"],"2":"\\",\\"y\\":","\\u0062":{"z":2},"1":3}'), [
    'b',
    '2',
    '1',
  ])
})
