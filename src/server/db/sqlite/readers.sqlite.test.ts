import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { freshStorage } from '../../../../test/kit/app.ts'
import { migrate, openStore, QueryTooSlowError } from '../index.ts'

test('a query that cannot be stopped counts as running until its thread has ended', async (context) => {
  const storage = await freshStorage()
  await migrate(storage.config)
  const store = await openStore(storage.config)
  context.after(async () => {
    await store.close()
    await storage.drop()
  })
  // Without `on_time` nothing stops the query.
  const counting = (rows: number) =>
    sql<{
      n: number
    }>`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${rows})
      select count(*) as n from numbers`.compile(store.db)
  const [sample, began] = [1_000_000, performance.now()]
  await store.timedQuery(counting(sample), 60_000)
  const secondsOfSample = (performance.now() - began) / 1_000
  const slow = counting(Math.round((sample * 8) / secondsOfSample))

  await Promise.all([1, 2].map(() => assert.rejects(store.timedQuery(slow, 50), QueryTooSlowError)))
  await assert.rejects(store.timedQuery(counting(1), 50), QueryTooSlowError)
  assert.deepEqual(await store.timedQuery(counting(1), 120_000), [{ n: 1 }])
})
