import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, builtInViews, isShown, type StoredView, savedOf, viewOf } from './request-views.ts'

const shown = {
  find: 'refund',
  filters: [{ field: 'tags', operator: 'contains', value: 'shop' }] as const,
  range: '24h' as const,
  sortBy: 'latency_ms' as const,
  columns: ['status', 'latency'],
}
const stored = (of: object) =>
  ({ id: 1, name: 'Mine', created_at: '', updated_at: '', ...of }) as unknown as StoredView

test('a saved view is restored unchanged', () => {
  const view = viewOf(stored(savedOf(shown)))
  assert.deepEqual(view.shown, shown)
  assert.ok(isShown(view, shown))
  assert.ok(!isShown(view, { ...shown, find: 'other' }))
})

test('a view that was saved without sources shows all sources', () => {
  const filters = [{ field: 'tags', operator: 'contains', value: 'shop' }]
  const view = viewOf(
    stored({ query: { filter_group: { logic: 'AND', filters } }, since_hours: null, columns: null }),
  )
  assert.deepEqual(view.shown, { filters, everySource: true })
  const query = savedOf({ filters: [{ field: 'source', operator: 'is', value: 'playground' }] }).query
  assert.equal(viewOf(stored({ query, since_hours: null, columns: null })).shown.everySource, undefined)
})

test('times that were dragged in a chart become a filter of the view', () => {
  const { query, since_hours } = savedOf({
    range: '24h',
    from: '2026-11-20T10:00:00Z',
    to: '2026-11-20T11:00:00Z',
  })
  assert.equal(since_hours, null)
  assert.equal(query.filter_group!.filters.at(-1)!.operator, 'between')
})

test('five views are built in, and opening one replaces the whole search', () => {
  assert.deepEqual(
    builtInViews.map(({ name }) => name),
    ['Production', 'All sources', 'Errors and warnings', 'Slow', 'Unscored'],
  )
  assert.ok(isShown(builtInViews[0]!, { ...shown, ...addressOf(builtInViews[0]!) }))
})
