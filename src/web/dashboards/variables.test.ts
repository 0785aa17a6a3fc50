import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Filter, Filters } from '../requests/values.ts'
import { addressOf, savedVariables, storedVariables, variablesOf } from './variables.ts'

const status: Filter = { field: 'status', operator: 'is', value: 'ERROR' }
const playgroundFilter: Filter = { field: 'source', operator: 'is', value: 'playground' }
const readBack = (filters: Filters) => {
  const { query, since_hours } = savedVariables(filters)
  return storedVariables({ query: query as never, since_hours })
}

test('a dashboard keeps its filters and whether it shows all sources', () => {
  const variables: readonly Filters[] = [
    { range: '7d' },
    { range: '24h', find: 'refund', filters: [status] },
    { range: '30d', everySource: true },
    { range: '7d', filters: [status], everySource: true },
  ]
  for (const filters of variables) assert.deepEqual(readBack(filters), filters)
})

test('a filter of a source is stored in place of all sources', () => {
  assert.deepEqual(readBack({ range: '7d', filters: [playgroundFilter], everySource: true }), {
    range: '7d',
    filters: [playgroundFilter],
  })
})

test('the address wins over the stored variables', () => {
  const stored = { range: '7d', filters: [status], everySource: true } as const
  assert.deepEqual(variablesOf(stored, { range: '24h', filters: [playgroundFilter] }), {
    find: undefined,
    filters: [playgroundFilter],
    range: '24h',
    from: undefined,
    to: undefined,
    everySource: true,
  })
})

test('an emptied variable overrides the value of the dashboard', () => {
  const stored = { range: '7d', find: 'refund', filters: [status] } as const
  const cleared = addressOf(stored, { find: undefined, filters: undefined, range: undefined })
  assert.deepEqual(savedVariables(variablesOf(stored, cleared)), { query: {}, since_hours: 168 })
  assert.deepEqual(addressOf({ range: '7d' }, { filters: undefined }), { filters: undefined })
})

test('a dashboard that is saved for all sources is narrowed to production and widened again', () => {
  const stored = { range: '7d', everySource: true } as const
  const production = addressOf(stored, { everySource: undefined })
  assert.equal(variablesOf(stored, production).everySource, undefined)
  assert.deepEqual(savedVariables(variablesOf(stored, production)), { query: {}, since_hours: 168 })
  assert.equal(variablesOf(stored, addressOf(stored, { everySource: true })).everySource, true)
})
