import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  either,
  flag,
  integer,
  listOf,
  nullable,
  number,
  objectOf,
  oneOf,
  openObjectOf,
  paramsOf,
  recordOf,
  text,
  time,
} from './readers.ts'

test('each reader takes its values and refuses others', () => {
  const values = {
    text: [text, ['', 'a'], [1, null, undefined, ['a']]],
    number: [number, [0, -1.5], ['1', Number.NaN, Infinity, null]],
    integer: [integer(1, 3), [1, 3], [0, 4, 1.5, '1', 2 ** 60]],
    flag: [flag, [true], [false, 'true', 1]],
    boolean: [boolean, [true, false], ['true', 1, null]],
    word: [oneOf('asc', 'desc'), ['asc', 'desc'], ['', 'ASC', 0]],
    time: [
      time,
      ['2026-11-29T13:41Z', '2026-11-29T13:41:00.123Z'],
      ['2026-11-29', '2026-02-30T00:00:00Z', '2026-11-29T25:00:00Z', '2026-11-29T13:41:00+01:00', 1],
    ],
    either: [either(text, integer()), ['a', 0], [null, 0.5]],
    nullable: [nullable(text), [null, ''], [undefined, 0]],
    list: [listOf(text, 1, 2), [['a'], ['a', 'b']], [[], ['a', 'b', 'c'], ['a', 1], 'a', { length: 1 }]],
    record: [recordOf(text), [{}, { a: 'b' }], [{ a: 1 }, ['b'], null]],
    object: [
      objectOf({ a: text }, { b: number }),
      [{ a: 'x' }, { a: 'x', b: 0 }],
      [{}, { a: 'x', b: '0' }, []],
    ],
  } as const
  for (const [name, [reader, valid, invalid]] of Object.entries(values)) {
    for (const value of valid) assert.deepEqual(reader(value), value, `${name} ${JSON.stringify(value)}`)
    for (const value of invalid) assert.equal(reader(value), undefined, `${name} ${JSON.stringify(value)}`)
  }
})

test('other fields of an object are dropped, unless the object is open', () => {
  const value = { z: [1], a: 'x' }
  assert.deepEqual(objectOf({ a: text })(value), { a: 'x' })
  assert.equal(JSON.stringify(openObjectOf({ a: text })(value)), JSON.stringify(value))
  assert.equal(openObjectOf({ a: number })(value), undefined)
})

test('an invalid part of an address is undefined, and the others stay', () => {
  const read = paramsOf({ page: integer(1), find: text })
  assert.deepEqual(read({ page: 0, find: 'refund', unknown: 1 }), { page: undefined, find: 'refund' })
  assert.deepEqual(read({ find: 'refund' }), { find: 'refund' })
})
