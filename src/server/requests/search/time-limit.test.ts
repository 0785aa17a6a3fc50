import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CompiledQuery, Store } from '../../db/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import { queriesWithin, sharedLimit } from './time-limit.ts'

test('the queries of a search share its time', async () => {
  const given: number[] = []
  const question: Store['timedQuery'] = async (_query, milliseconds) => {
    given.push(milliseconds)
    const until = performance.now() + 20
    while (performance.now() < until);
    return []
  }
  const ask = queriesWithin({ timedQuery: question }, sharedLimit(50))
  const query = {} as CompiledQuery<never>
  await assert.rejects(async () => {
    for (;;) await ask(query)
  }, QueryTooSlowError)
  assert.ok(given.length >= 1 && given.length <= 3)
  for (const [index, left] of given.entries()) assert.ok(left <= 50 - 20 * index)
})
