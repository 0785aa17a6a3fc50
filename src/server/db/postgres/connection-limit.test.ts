import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectionWarning, poolSizes } from './connection-limit.ts'

test('both pools together stay within the connections that PostgreSQL admits, from five on', () => {
  for (let admitted = 5; admitted < 40; admitted++) {
    const { statements, queries } = poolSizes(admitted)
    assert.ok(statements + queries <= admitted && statements >= 3 && queries >= 2)
    assert.equal(connectionWarning(admitted) === null, statements + queries === 16)
  }
  assert.deepEqual(poolSizes(7), { statements: 5, queries: 2 })
  assert.deepEqual(poolSizes(1), { statements: 3, queries: 2 })
})
