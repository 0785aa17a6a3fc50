import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Json } from '../../json/json.ts'
import { hash128, inputHasher, sameValue, valueText } from './index.ts'

/** Two bytes in each code unit, low byte first, so that the bytes that are hashed are the text's. */
function packed(text: string): string {
  const units = Array.from(
    { length: text.length / 2 },
    (_, index) => text.charCodeAt(2 * index) | (text.charCodeAt(2 * index + 1) << 8),
  )
  return String.fromCharCode(...units)
}

describe('hash128', () => {
  // The values come from a reimplementation with SMHasher's verification value 0xB3ECE62A for
  // MurmurHash3_x86_128.
  const vectors = {
    '': '00000000000000000000000000000000',
    ab: '158451df25be301025be301025be3010',
    abcd: '96b6ccaa45afc62e45afc62e45afc62e',
    abcdef: 'e17cb90aa1af2721a9bedff9a9bedff9',
    abcdefgh: 'aef41136adb11487fa6c8092fa6c8092',
    abcdefghij: 'f5d92ea79a37900ec792aa2a692ff17f',
    abcdefghijkl: '738503fef48224c027d4dfadd28ce553',
    abcdefghijklmn: '75ec118e605d1fd7946f45f4f1d4894d',
    abcdefghijklmnop: '9fd2762790b91256e4ce8b21d193ba45',
    'The quick brown fox jumps over the lazy dog.': '6cbb60997dd6ed5e2bbf0fbb9b627b55',
  }
  for (const [text, hash] of Object.entries(vectors))
    it(`has the vector of "${text}"`, () => assert.equal(hash128(packed(text)), hash))
})

const json = fc.jsonValue() as fc.Arbitrary<Json>

describe('valueText and sameValue', () => {
  it('distinguish values by type', () => {
    const values: Json[] = [
      1,
      true,
      '1',
      'true',
      null,
      '',
      'null',
      0,
      false,
      [],
      {},
      [1],
      ['1'],
      { a: 1 },
      '[1]',
    ]
    assert.equal(new Set(values.map(valueText)).size, values.length)
    for (const [index, value] of values.entries())
      for (const [other, second] of values.entries()) assert.equal(sameValue(value, second), index === other)
  })

  it('agree, and distinct lists have distinct texts', () => {
    fc.assert(fc.property(json, json, (a, b) => assert.equal(sameValue(a, b), valueText(a) === valueText(b))))
    const lists = fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), {
      maxLength: 4,
    })
    const text = (values: Json[]) => values.map(valueText).join('')
    fc.assert(fc.property(lists, lists, (a, b) => assert.equal(text(a) === text(b), sameValue(a, b))))
  })
})

describe('inputHasher', () => {
  const identity = {
    definition: 'COUNT {}',
    resolved: { version: 3 },
    model: null,
    evaluator: null,
    titles: [],
  }

  it('covers the column and the values, in any key order of resolved names', () => {
    const hash = inputHasher(identity).hash(['a', 1])
    assert.equal(hash, inputHasher({ ...identity, resolved: { version: 3 } }).hash(['a', 1]))
    const others = [
      inputHasher({ ...identity, definition: 'COUNT {"type":"words"}' }).hash(['a', 1]),
      inputHasher({ ...identity, resolved: { version: 4 } }).hash(['a', 1]),
      inputHasher({ ...identity, model: 'm' }).hash(['a', 1]),
      inputHasher({ ...identity, evaluator: 'e' }).hash(['a', 1]),
      inputHasher({ ...identity, titles: ['T'] }).hash(['a', 1]),
      inputHasher(identity).hash(['a', '1']),
      inputHasher(identity).hash(['a1']),
      inputHasher(identity).hash([1, 'a']),
    ]
    assert.equal(new Set([hash, ...others]).size, others.length + 1)
    assert.match(hash, /^[0-9a-f]{32}$/)
  })
})
