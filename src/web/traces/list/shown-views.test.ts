import assert from 'node:assert/strict'
import { test } from 'node:test'
import { traceGroupSorts, traceSorts } from '../../../engine/analytics/traces/search.ts'
import { addressOf, isShown, type StoredTraceView, savedOf, shownOf } from './shown-views.ts'

const shown = {
  find: 'refund',
  filters: [{ field: 'trace_user_id', operator: 'is', value: 'customer-42' }],
  range: '24h' as const,
  sortBy: 'trace_duration_ms' as const,
  columns: ['name', 'metadata.region'],
}
const stored = (of: object) =>
  ({ id: 1, name: 'Mine', list: 'traces', since_hours: null, columns: null, ...of }) as StoredTraceView
const view = (of: object) => ({ id: '1', name: 'Mine', stored: null, shown: of })

test('a saved list is restored unchanged', () => {
  const back = shownOf(stored(savedOf(shown)), traceSorts)
  assert.deepEqual(back, shown)
  assert.ok(isShown(view(back), shown))
  assert.ok(!isShown(view(back), { ...shown, find: 'other' }))
})

test('a list in the order of a score is restored unchanged', () => {
  const byScore = { sortScore: 'tone', rising: true as const }
  const back = shownOf(stored(savedOf(byScore)), traceSorts)
  assert.deepEqual(back, byScore)
  assert.ok(!isShown(view(back), { sortScore: 'other', rising: true }))
})

test('fixed times are kept as filters', () => {
  const { query, since_hours } = savedOf({ range: '24h', from: '2026-11-20T10:00:00Z' })
  assert.equal(since_hours, null)
  assert.deepEqual(query.filter_group!.filters, [
    { field: 'trace_start_time', operator: 'after', value: '2026-11-20T10:00:00Z' },
  ])
})

test('groups, values and orders that the screen cannot show are left out', () => {
  const filters = [
    { field: 'trace_id', operator: 'in', value: ['a', 'b'] },
    { field: 'tags', operator: 'is_true', value: true },
    { logic: 'OR' as const, filters: [] },
  ]
  const of = stored({ query: { filter_group: { filters }, sort_by: 'trace_duration_ms' } })
  assert.deepEqual(shownOf(of, traceGroupSorts), { filters: [filters[0]] })
})

test('opening a view replaces all state of the view before', () => {
  const failed = view({ filters: [{ field: 'trace_status', operator: 'is', value: 'ERROR' }] })
  assert.ok(isShown(failed, { ...shown, ...addressOf(failed) }))
})
