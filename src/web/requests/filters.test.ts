import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFiltered, searchOf } from './filters.ts'

const now = Date.UTC(2026, 10, 20, 12)

test('what the bar shows becomes one group of filters', () => {
  assert.deepEqual(
    searchOf({ find: 'refund', status: 'ERROR', model: 'gpt-5', tag: 'shop', range: '24h' }, now),
    {
      q: 'refund',
      filter_group: {
        logic: 'AND',
        filters: [
          { field: 'status', operator: 'is', value: 'ERROR' },
          { field: 'engine', operator: 'is', value: 'gpt-5' },
          { field: 'tags', operator: 'contains', value: 'shop' },
          { field: 'request_start_time', operator: 'after', value: '2026-11-19T12:00:00.000Z' },
        ],
      },
    },
  )
})

test('nothing chosen asks for everything', () => {
  assert.deepEqual(searchOf({ find: '' }, now), {})
  assert.equal(isFiltered({ find: '' }), false)
  assert.equal(isFiltered({ range: '1h' }), true)
})
