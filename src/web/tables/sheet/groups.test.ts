import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, type Group, isShown, ordered, toggleGroupFilter } from './groups.ts'

const group = (value: string | null, row_count: number, passed: number, failed: number): Group => ({
  value,
  row_count,
  columns: [{ column_id: 'check', measure: { kind: 'verdicts', passed, failed } }],
})
const groups = [group('refund', 10, 9, 1), group(null, 5, 0, 0), group('account', 4, 1, 3)]

test('groups are ordered by rows or by the lowest share that passes', () => {
  assert.deepEqual(ordered(groups, 'check', 'rows'), groups)
  assert.deepEqual(
    ordered(groups, 'check', 'lowest').map(({ value }) => value),
    ['account', 'refund', null],
  )
  assert.equal(amountOf({ kind: 'numbers', count: 2, mean: 3.5 }), 3.5)
})

test('choosing a group filters the rows, another group replaces it, and the same group clears the filter', () => {
  const query = { filters: [{ column_id: 'check', operator: 'fails' as const }] }
  const one = toggleGroupFilter(query, 'category', groups[0]!)
  assert.deepEqual(one.filters.at(-1), { column_id: 'category', operator: 'is', value: 'refund' })
  const other = toggleGroupFilter(one, 'category', groups[1]!)
  assert.deepEqual(other.filters, [...query.filters, { column_id: 'category', operator: 'empty' }])
  assert.ok(isShown(other, 'category', groups[1]!) && !isShown(other, 'category', groups[0]!))
  assert.deepEqual(toggleGroupFilter(other, 'category', groups[1]!), query)
})
