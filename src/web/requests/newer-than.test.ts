import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newerThan } from './newer-than.ts'

const at = (minute: number, id: number) => ({
  id,
  request_start_time: new Date(Date.UTC(2026, 10, 29, 12, minute)).toISOString(),
})
const startsAfter = (minute: number) => ({
  field: 'request_start_time',
  operator: 'between',
  value: [at(minute, 0).request_start_time.replace('.000Z', '.001Z'), '9999-12-31'],
})
/** In the order of time, with ids of two processes. */
const listed = [at(20, 1002), at(15, 3), at(9, 1001), at(5, 2)]

test('a whole list is counted from ten minutes before its newest request', () => {
  assert.deepEqual(newerThan({}, listed, false), { filters: [startsAfter(10)], listedCount: 2 })
})

test('the beginning of a long list is counted from its end', () => {
  assert.deepEqual(newerThan({}, listed.slice(0, 2), true), { filters: [startsAfter(15)], listedCount: 1 })
})

test('all requests are newer than an empty list', () => {
  const always = {
    field: 'request_start_time',
    operator: 'between',
    value: ['1970-01-01T00:00:00.001Z', '9999-12-31'],
  }
  for (const hasMore of [false, true])
    assert.deepEqual(newerThan({}, [], hasMore), { filters: [always], listedCount: 0 })
})

test('in another order, new requests have larger ids', () => {
  const byId = { field: 'pl_id', operator: 'gt', value: 1002 }
  for (const order of [{ sortBy: 'cost' as const }, { rising: true as const }])
    assert.deepEqual(newerThan(order, listed, true), { filters: [byId, startsAfter(10)], listedCount: 0 })
})
