import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshStorage } from '../../../test/kit/app.ts'
import { migrate, openStore, QueryTooSlowError, type Store } from './index.ts'

/** A query that takes minutes. */
const endless = (store: Store, condition = sql`on_time(i) = 1`) =>
  store.dialect === 'sqlite'
    ? sql<{
        n: number
      }>`with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < 200000000)
        select count(*) as n from numbers where ${condition}`.compile(store.db)
    : sql<{ n: number }>`select pg_sleep(120)`.compile(store.db)
const quick = (store: Store) => sql<{ n: number }>`select 1 as n`.compile(store.db)

describe('a timed query', () => {
  let store: Store
  let drop: () => Promise<void>
  before(async () => {
    const storage = await freshStorage()
    drop = storage.drop
    await migrate(storage.config)
    store = await openStore(storage.config)
  })
  after(async () => {
    await store.close()
    await drop()
  })

  it('returns its rows within the limit', async () => {
    assert.deepEqual(
      [...(await store.timedQuery(quick(store), 10_000))].map(({ n }) => n),
      [1],
    )
  })

  it('is stopped at the limit and does not delay other queries', async () => {
    // The first queries start the readers; their start must not count.
    await Promise.all(
      [1, 2].map(() => assert.rejects(store.timedQuery(endless(store), 50), QueryTooSlowError)),
    )
    const order: string[] = []
    const slow = assert
      .rejects(store.timedQuery(endless(store), 3_000), QueryTooSlowError)
      .then(() => order.push('slow'))
    for (let count = 0; count < 5; count++) await store.timedQuery(quick(store), 10_000)
    order.push('quick')
    await slow
    assert.deepEqual(order, ['quick', 'slow'])
    assert.equal((await store.timedQuery(quick(store), 10_000)).length, 1)
  })

  it('returns all rows of a result fetched in several parts', async () => {
    const numbers = sql<{ n: number }>`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 1001) select n from numbers order by n`
    const rows = await store.timedQuery(numbers.compile(store.db), 10_000)
    assert.deepEqual(
      rows.map(({ n }) => n),
      Array.from({ length: 1001 }, (_, index) => index + 1),
    )
  })

  it('rejects with the reason of a failure halfway and does not delay other queries', async () => {
    const failing = sql<{ n: number }>`with recursive numbers (n) as (
      select 1 union all select n + 1 from numbers where n < 1001)
      select abs(case when n = 600 then -9223372036854775807 - 1 else -1 end) as n from numbers`
    for (let times = 0; times < 5; times++)
      await assert.rejects(
        store.timedQuery(failing.compile(store.db), 10_000),
        (error) => !(error instanceof QueryTooSlowError) && !store.isUnavailable(error),
      )
    assert.equal((await store.timedQuery(quick(store), 10_000)).length, 1)
  })

  it('is stopped on all readers, which then serve other queries', async () => {
    await Promise.all(
      Array.from({ length: 3 }, () =>
        assert.rejects(store.timedQuery(endless(store), 200), QueryTooSlowError),
      ),
    )
    assert.equal((await store.timedQuery(quick(store), 10_000)).length, 1)
  })

  it('ends at its time limit while it waits for other queries, and other reads do not wait for timed queries', async () => {
    // PostgreSQL's driver has its own connection timeout of 5 s.
    const second = store.dialect === 'postgres' ? 1_000 : 500
    const slow = Array.from({ length: 6 }, () =>
      assert.rejects(store.timedQuery(endless(store), 7 * second), QueryTooSlowError).then(() => 'slow'),
    )
    const last = assert.rejects(store.timedQuery(quick(store), 6 * second), QueryTooSlowError)
    const read = sql`select 1`.execute(store.scan).then(() => 'read')
    assert.equal(await Promise.race([read, ...slow]), 'read')
    await Promise.all([last, ...slow])
    assert.equal((await store.timedQuery(quick(store), 10_000)).length, 1)
  })
})
