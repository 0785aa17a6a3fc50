import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery, Store } from '../../db/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import { queriesWithin, sharedLimit } from './time-limit.ts'

test('the queries of a search share its time', async () => {
  const limits: number[] = []
  const timedQuery: Store['timedQuery'] = async (_query, milliseconds) => {
    limits.push(milliseconds)
    const until = performance.now() + 20
    while (performance.now() < until);
    return []
  }
  const run = queriesWithin({ timedQuery: timedQuery }, sharedLimit(50))
  const query = {} as CompiledQuery<never>
  await assert.rejects(async () => {
    for (;;) await run(query)
  }, QueryTooSlowError)
  assert.ok(limits.length >= 1 && limits.length <= 3)
  for (const [index, limit] of limits.entries()) assert.ok(limit <= 50 - 20 * index)
})
