import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { dropEmptyMonths } from '../../src/server/requests/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { searchAll } from './support/request-search.ts'
import { log, readBack } from './support/requests.ts'

const path = '/api/public/v2/retention'
const month = (index: number) => Date.UTC(2026, index, 10)

describe('monthly partitions of PostgreSQL', () => {
  const app = appOfSuite({ now: () => now })
  let now = month(0)

  const partitions = async () => {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits
      join pg_class c on c.oid = inhrelid
      where inhparent in ('requests'::regclass, 'request_payloads'::regclass) order by 1`.execute(
      app.context.store.db,
    )
    return rows.map(({ name }) => name)
  }
  const both = (...months: string[]) =>
    ['request_payloads', 'requests'].flatMap((table) => months.map((name) => `${table}_2026_${name}`))
  const untilPartitions = async (expected: string[]) =>
    assert.deepEqual(await until(partitions, ({ length }) => length === expected.length), expected)

  it('are dropped when they are empty in all workspaces; the others stay unchanged', async () => {
    const { api } = await app.newWorkspace()
    const other = await app.newWorkspace()
    await log(api)
    now = month(1)
    const onHold = await log(api, { tags: ['hold'] })
    await log(api)
    now = month(2)
    await log(api)
    const theirs = await log(other.api)
    now = month(3)
    await log(api)
    now = month(5)
    const fresh = await log(api)
    const before = both('01', '02', '03', '04', '05', '06', '07')
    assert.deepEqual(await partitions(), before)

    const rules = [
      { tag: null, days: 30 },
      { tag: 'hold', days: null },
    ]
    assert.equal((await api.put(path, { rules })).status, 200)
    // February has a held request, March one of another workspace; May was made in advance and is empty.
    await untilPartitions(both('02', '03', '06', '07'))
    assert.deepEqual(await searchAll(api, {}), [fresh, onHold])
    assert.equal((await readBack(api, onHold)).request_id, onHold)
    assert.deepEqual(await searchAll(other.api, {}), [theirs])

    now = month(6)
    const later = await log(api)
    assert.deepEqual(
      (await searchAll(api, {})).sort((a, b) => a - b),
      [onHold, fresh, later],
    )
    assert.deepEqual(await partitions(), both('02', '03', '06', '07', '08'))
  })

  it('are dropped once by concurrent calls', async () => {
    now = Date.UTC(2026, 9, 10)
    const { api } = await app.newWorkspace()
    await log(api)
    now = Date.UTC(2027, 1, 10)
    const { store } = app.context
    await Promise.all(Array.from({ length: 6 }, () => dropEmptyMonths(store, now)))
    assert.ok((await partitions()).includes('requests_2026_10'))
    // On a busy machine all six attempts may time out before they get the lock, so the drop is repeated.
    while ((await partitions()).includes('requests_2026_11')) await dropEmptyMonths(store, now)
  })

  it('are skipped while another transaction locks them', async () => {
    const { api } = await app.newWorkspace()
    now = Date.UTC(2027, 2, 10)
    await log(api)
    now = Date.UTC(2027, 7, 10)
    const { store } = app.context
    await log(api)
    let release = () => {}
    const isHeld = Promise.withResolvers<void>()
    const holding = store.transact(async (tx) => {
      await sql`lock table requests_2027_03 in access share mode`.execute(tx)
      isHeld.resolve()
      await new Promise<void>((resolve) => {
        release = resolve
      })
    })
    await isHeld.promise
    assert.equal((await api.put(path, { rules: [{ tag: null, days: 30 }] })).status, 200)
    const isDone = async () => (await searchAll(api, {})).length === 1
    await until(isDone)
    await sleep(500)
    assert.ok((await partitions()).includes('requests_2027_03'))
    release()
    await holding
    assert.equal((await api.put(path, { rules: [{ tag: null, days: 29 }] })).status, 200)
    await until(async () => !(await partitions()).includes('requests_2027_03'))
    assert.ok(!(await partitions()).includes('request_payloads_2027_03'))
  })
})
