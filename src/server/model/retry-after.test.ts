import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterOf } from './retry-after.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const cases: [Record<string, string>, number | null][] = [
  [{ 'retry-after-ms': '120', 'retry-after': '9' }, 120],
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:03 GMT' }, 3_000],
  [{ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' }, 0],
  [{ 'retry-after': '-3' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after-ms': '9'.repeat(400) }, null],
  [{}, null],
]

test('Retry-After in every spelling', () => {
  for (const [headers, expected] of cases)
    assert.equal(retryAfterOf(new Headers(headers), now), expected, JSON.stringify(headers))
})
