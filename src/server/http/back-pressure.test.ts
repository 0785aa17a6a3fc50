import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOverloaded, type Load } from './back-pressure.ts'

const usual: Load = { units: 500, bytes: 4_000_000, milliseconds: 20, unindexed: 20_000 }

test('a busy server is below the limits', () => {
  assert.equal(isOverloaded(usual), false)
})

test('each limit alone refuses calls', () => {
  const beyond: Partial<Load>[] = [
    { units: 10_001 },
    { bytes: 200_000_000 },
    { milliseconds: 3_001 },
    { unindexed: 100_001 },
  ]
  for (const part of beyond) assert.equal(isOverloaded({ ...usual, ...part }), true, JSON.stringify(part))
})
