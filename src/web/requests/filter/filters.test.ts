import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, productionFilter, type Search, searchOf } from './filters.ts'

const now = Date.UTC(2026, 10, 20, 12)
const status = { field: 'status', operator: 'is', value: 'ERROR' } as const
const customer = {
  field: 'metadata',
  operator: 'key_equals',
  nested_key: 'customer',
  value: 'ada',
} as const

test('the filters of the bar become one group', () => {
  assert.deepEqual(
    searchOf({ find: 'refund', filters: [status, customer], range: '24h', sortBy: 'latency_ms' }, now),
    {
      q: 'refund',
      filter_group: {
        logic: 'AND',
        filters: [
          status,
          customer,
          productionFilter,
          { field: 'request_start_time', operator: 'after', value: '2026-11-19T12:00:00.000Z' },
        ],
      },
      sort_by: 'latency_ms',
    },
  )
})

test('times that were dragged in a chart take precedence over the range', () => {
  const [from, to] = ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z']
  assert.deepEqual(searchOf({ range: '24h', from, to, everySource: true }, now).filter_group!.filters, [
    { field: 'request_start_time', operator: 'between', value: [from, to] },
  ])
})

test('production is searched unless sources are named or all are shown', () => {
  const fieldsOf = (search: Search) =>
    searchOf(search, now).filter_group?.filters.map(({ field, value }) => [field, value])
  assert.deepEqual(fieldsOf({ find: '' }), [['source', ['app', 'workflow']]])
  assert.deepEqual(fieldsOf({ filters: [{ field: 'source', operator: 'is', value: 'evaluation' }] }), [
    ['source', 'evaluation'],
  ])
  assert.deepEqual(searchOf({ everySource: true }, now), {})
  assert.equal(isFiltered({ find: '', filters: [] }), false)
  assert.equal(isFiltered({ range: '1h' }), true)
})
