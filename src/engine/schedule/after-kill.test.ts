import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostAfterKill } from './after-kill.ts'

test('few calls right after a kill, twice as many each five seconds, and without end where none was', () => {
  assert.deepEqual([0, 4_999, 5_000, 20_000].map(mostAfterKill), [2, 3, 4, 32])
  assert.equal(mostAfterKill(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY)
})
