import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newerBodyOf } from './trace-search.ts'

test('a trace is not newer than itself, though its start has a fraction of a millisecond', () => {
  const start = Date.parse('2026-11-30T04:19:05.123Z') + 0.75
  const listed = new Date(start).toISOString()
  const { filter_group } = newerBodyOf({}, listed, start)
  assert.ok(Date.parse(String(filter_group!.filters[0]!.value)) >= start)
})
