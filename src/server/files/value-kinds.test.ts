import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../engine/json/json.ts'
import { daysOf, kindWith, microsecondsOf, type ValueKind } from './value-kinds.ts'

const kindOf = (values: readonly Json[]) => {
  let kind: ValueKind | 'none' = 'none'
  for (const value of values) kind = kindWith(kind, value)
  return kind
}

for (const [values, kind] of [
  [[], 'none'],
  [[null], 'none'],
  [[1, null, -2], 'integer'],
  [[2 ** 53 - 1, -(2 ** 53 - 1)], 'integer'],
  [[1, 2 ** 53], 'text'],
  [[0.5, 2 ** 60], 'text'],
  [[1, 0.5], 'number'],
  [[0.5, 1, 1e21, 5e-324, 1e308], 'number'],
  [[true, null, false], 'boolean'],
  [[true, 1], 'text'],
  [[{ comparison_result: false, diff: [] }, { comparison_result: true }], 'boolean'],
  [[{ comparison_result: true }, { a: 1 }], 'text'],
  [['1', '2'], 'text'],
  [['true'], 'text'],
  [[''], 'text'],
  [['2026-11-21', '0001-01-01', '9999-12-31'], 'date'],
  [['2026-02-29'], 'text'],
  [['0000-12-31'], 'text'],
  [['2026-1-2'], 'text'],
  [['2026-11-21T23:05:00Z', '2026-11-21T23:05:00.123456+00:00'], 'time'],
  [['2026-11-21T23:05:00.1234567Z'], 'text'],
  [['2026-11-21T23:05:00+01:00'], 'text'],
  [['2026-11-21T24:00:00Z'], 'text'],
  [['2026-11-21T23:05:60Z'], 'text'],
  [['2026-11-21T23:05:00'], 'text'],
  [['2026-11-21', '2026-11-21T23:05:00Z'], 'text'],
  [['2026-11-21', 1], 'text'],
  [[[1]], 'text'],
  [[1, 'x', 2], 'text'],
] satisfies [Json[], string][])
  test(`${JSON.stringify(values)} are of the kind ${kind}`, () => assert.equal(kindOf(values), kind))

test('days and moments are counted from 1970', () => {
  assert.deepEqual([daysOf('1970-01-02'), daysOf('1969-12-31'), daysOf('x')], [1, -1, null])
  assert.equal(microsecondsOf('1970-01-01T00:00:01.5Z'), 1_500_000n)
  assert.equal(microsecondsOf('1969-12-31T23:59:59.000001Z'), -999_999n)
})
