import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yesterdayOf } from './yesterday.ts'

test('yesterday is the calendar day before, across months', () => {
  const { from, to } = yesterdayOf(new Date(2026, 2, 1, 13, 5).getTime())
  assert.equal(from, new Date(2026, 1, 28).toISOString())
  assert.equal(to, new Date(2026, 2, 1).toISOString())
})
