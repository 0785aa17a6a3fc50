import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BodySplitter } from './body-splitter.ts'

/** Splits a body in pieces; returns the field's text and the rest of the body. */
function split(body: string | Buffer, path: string[], pieceSize = 1 << 20) {
  const bytes = Buffer.from(body)
  const splitter = new BodySplitter(path, 'HERE')
  const [field, rest]: [Buffer[], Buffer[]] = [[], []]
  for (let offset = 0; offset < bytes.length; offset += pieceSize) {
    const parts = splitter.push(bytes.subarray(offset, offset + pieceSize))
    field.push(...parts.field)
    rest.push(...parts.rest)
  }
  return {
    field: Buffer.concat(field).toString('utf8'),
    rest: Buffer.concat(rest).toString('utf8'),
    occurrences: splitter.occurrences,
  }
}

for (const [body, path, field, rest] of [
  ['{"a":"xyz","b":1}', ['a'], 'xyz', '{"a":"HERE","b":1}'],
  ['{"b":{"a":"no"},"a" : "x\\/y\\u002b\\n"}', ['a'], 'x/y+\n', '{"b":{"a":"no"},"a" : "HERE"}'],
  ['{"s":{"t":"file","a":"x"},"a":"no"}', ['s', 'a'], 'x', '{"s":{"t":"file","a":"HERE"},"a":"no"}'],
  ['[{"a":"no"}]', ['a'], '', '[{"a":"no"}]'],
  ['{"s":[{"a":"no"}]}', ['s', 'a'], '', '{"s":[{"a":"no"}]}'],
  ['{"k":"a","\\u0061":"x"}', ['a'], 'x', '{"k":"a","\\u0061":"HERE"}'],
  ['{"k":["a"],"b":"\\"a\\":\\""}', ['a'], '', '{"k":["a"],"b":"\\"a\\":\\""}'],
  ['{"a":5}', ['a'], '', '{"a":5}'],
  ['{"a":""}', ['a'], '', '{"a":"HERE"}'],
  ['{"a":"never ends', ['a'], 'never ends', '{"a":"HERE'],
  ['}}]]{"a":"x"}', ['a'], 'x', '}}]]{"a":"HERE"}'],
] as const)
  test(`of ${body} the field ${path.join('.')} is taken out`, () => {
    for (const size of [1, 2, 3, 100])
      assert.deepEqual(
        (({ field, rest }) => ({ field, rest }))(split(body, [...path], size)),
        { field, rest },
        `in pieces of ${size}`,
      )
  })

test('every occurrence of the field is counted', () => {
  assert.equal(split('{"a":"x","a":"y"}', ['a']).occurrences, 2)
})

test('the rest is the body with a placeholder as the text', () => {
  const body = fc.dictionary(fc.constantFrom('a', 'b', '"', '\\', 's'), fc.jsonValue(), { maxKeys: 5 })
  fc.assert(
    fc.property(body, fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (others, text, size) => {
      const whole = { ...others, a: text }
      const expected = { ...others, a: 'HERE' }
      assert.deepEqual(
        JSON.parse(split(JSON.stringify(whole), ['a'], size).rest),
        JSON.parse(JSON.stringify(expected)),
      )
    }),
  )
})

test('a text of escapes alone takes no longer than others', () => {
  const escapes = Buffer.from(`{"a":"${'\\/'.repeat(2_000_000)}"}`)
  assert.equal(split(escapes, ['a'], 65_536).field.length, 2_000_000)
})
