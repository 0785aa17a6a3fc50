import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remainderOf, withOther } from './other.ts'

const all = {
  series: [{ key: 'value', label: 'value', unit: 'currency' as const }],
  data: [
    { date: '2026-11-01', value: 0.3, value_unpriced: 0 },
    { date: '2026-11-02', value: 5, value_unpriced: 2 },
    { date: '2026-11-03', value: 1, value_unpriced: 0 },
  ],
}
const series = [{ key: 'group_1', label: 'gpt-4o', unit: 'currency' as const }]

test('the series of other values is the total of a bucket without its groups', () => {
  const data = [
    { date: '2026-11-01', group_1: 0.3, group_1_unpriced: 0 },
    { date: '2026-11-02', group_1: 2, group_1_unpriced: 1 },
  ]
  const chart = withOther({ series, data }, all, 'Other')
  assert.deepEqual(
    chart.series.map(({ label }) => label),
    ['gpt-4o', 'Other'],
  )
  assert.deepEqual(
    chart.data.map((row: Record<string, unknown>) => [row['group_1'], row['other'], row['other_unpriced']]),
    [
      [0.3, 0, undefined],
      [2, 3, 1],
      [undefined, 1, undefined],
    ],
  )
})

test('groups that add up to the total get no series of other values', () => {
  const data = all.data.map(({ value, value_unpriced, date }) => ({
    date,
    group_1: value,
    group_1_unpriced: value_unpriced,
  }))
  assert.equal(withOther({ series, data }, all, 'Other').series, series)
})

test('a rounding error is no remainder', () => {
  assert.equal(remainderOf(0.1 + 0.2 + 1e-17, [0.1, 0.2]), 0)
  assert.equal(remainderOf(0.7, [0.1, 0.2, 0.3]) > 0.09, true)
  assert.equal(remainderOf(3, [2, 2]), 0)
})
