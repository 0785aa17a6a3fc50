import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import pg from 'pg'
import { TcpProxy } from '../../../../test/crash/tcp-proxy.ts'
import { freshStorage } from '../../../../test/kit/app.ts'
import { enqueue, migrate, prepared, preparedRead, queryTogether, sharingTransactions } from '../index.ts'
import type { Store, Tx } from '../store.ts'
import { openPostgres } from './open.ts'

const urlOf = new WeakMap<Store, string>()

async function setUp(context: TestContext): Promise<Store> {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const store = await openPostgres(config.databaseUrl!)
  urlOf.set(store, config.databaseUrl!)
  context.after(async () => {
    await store.close()
    await drop()
  })
  return store
}

const insertWorkspace = prepared<{ id: number }>((db, slot) =>
  db
    .insertInto('workspaces')
    .values({ id: slot('id'), name: 'w', registry_revision: 0, created_at: 1, deleted_at: null }),
)
const countFrom = preparedRead<{ from: number }, { id: number }>('test_count_from', (db, slot) =>
  db.selectFrom('workspaces').select('id').where('id', '>=', slot('from')),
)
const terminateAll = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where application_name like 'galley/%' and datname = current_database() and pid <> pg_backend_pid()`

const preparedStatements = sql<{ name: string; runs: number }>`
  select name, generic_plans + custom_plans as runs from pg_prepared_statements order by name`

test('the server prepares each statement once under its name', async (context) => {
  const store = await setUp(context)
  const runsOf = (rows: { name: string; runs: number }[], pattern: RegExp) =>
    rows.filter(({ name }) => pattern.test(name)).map(({ runs }) => Number(runs))
  // Sequential, so that all use the one connection that the pool has opened.
  for (const id of [1, 2, 3]) await store.append([insertWorkspace(store, { id })])
  assert.deepEqual(runsOf((await preparedStatements.execute(store.db)).rows, /^append_/), [3])
  // The first reads use the pool while the read connection is being made.
  for (let reads = 0; reads < 100; reads++) {
    await countFrom(store, { from: 0 })
    const there = await store.fetch(preparedStatements.compile(store.db), 'test_prepared')
    if (runsOf(there, /^test_count_from$/)[0]! >= 3) return
  }
  assert.fail('no connection keeps the statement of the reads')
})

// A scan may take a minute, so the timeout of the test tells the two limits apart.
test('long reads of a silent database fail as early as short ones', { timeout: 40_000 }, async (context) => {
  const owner = await setUp(context)
  const url = new URL(urlOf.get(owner)!)
  const proxy = new TcpProxy({ host: url.hostname, port: Number(url.port) })
  await proxy.open()
  url.host = `127.0.0.1:${proxy.port}`
  const store = await openPostgres(url.href)
  context.after(async () => {
    await proxy.cut()
    await store.close()
  })
  const reads = [
    () => sql`select 1`.execute(store.scan),
    () => store.timedQuery(sql`select 1`.compile(store.db), 10_000),
  ]
  await Promise.all(reads.map((read) => read()))
  proxy.freeze()
  for (const result of await Promise.allSettled(reads.map((read) => read()))) {
    assert.equal(result.status, 'rejected')
    assert.ok(store.isUnavailable(result.reason), String(result.reason))
  }
})

test('a role with few connections is reported, and calls beyond them wait for one', async (context) => {
  const owner = await setUp(context)
  const { url, role } = await limitedRole(owner, 7)
  const store = await openPostgres(url)
  // Other clients of the role hold three of its connections; the pools count on all of them.
  const others = await Promise.all([1, 2, 3].map(() => connected(url)))
  try {
    assert.match(store.scarcity!, /PostgreSQL admits 7 connections/)
    const work = (id: number) =>
      store.transact(async (tx) => {
        await sql`select pg_sleep(0.01)`.execute(tx)
        return tx.selectFrom('workspaces').select('id').where('id', '>', id).execute()
      })
    const search = () => store.timedQuery(sql`select pg_sleep(0.02)`.compile(store.db), 5_000)
    await Promise.all(Array.from({ length: 40 }, (_, id) => work(id)))
    // The connections of `work` stay open for ten seconds, and the role may open no others.
    await search()
    const searches = [1, 2, 3, 4].map(search)
    await Promise.all([...Array.from({ length: 40 }, (_, id) => work(id)), ...searches])
  } finally {
    await store.close()
    await Promise.all(others.map((client) => client.end()))
    await sql`drop owned by ${sql.id(role)}`.execute(owner.db)
    await sql`drop role ${sql.id(role)}`.execute(owner.db)
  }
})

async function limitedRole(owner: Store, connections: number) {
  const database = await sql<{ name: string }>`select current_database() as name`.execute(owner.db)
  const role = `few_${database.rows[0]!.name}`
  await sql`create role ${sql.id(role)} login password 'few' connection limit ${sql.lit(connections)}`.execute(
    owner.db,
  )
  await sql`grant all on all tables in schema public to ${sql.id(role)}`.execute(owner.db)
  const url = new URL(urlOf.get(owner)!)
  url.username = role
  url.password = 'few'
  return { url: url.href, role }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

test('concurrent reads use the pool and return the same rows', async (context) => {
  const store = await setUp(context)
  for (const id of [1, 2]) await store.append([insertWorkspace(store, { id })])
  for (let turn = 0; turn < 20; turn++) {
    const results = await Promise.all([0, 2, 5].map((from) => countFrom(store, { from })))
    assert.deepEqual(results, [[{ id: 1 }, { id: 2 }], [{ id: 2 }], []])
  }
})

test('a refused read rejects with the reason, and later reads succeed', async (context) => {
  const store = await setUp(context)
  const divide = preparedRead<{ by: number }, { result: number | null }>('test_divide', (db, slot) =>
    db.selectNoFrom(sql<number | null>`1 / cast(${slot('by')} as integer)`.as('result')),
  )
  for (let turn = 0; turn < 5; turn++) {
    assert.deepEqual(await divide(store, { by: 1 }), [{ result: 1 }])
    await assert.rejects(async () => divide(store, { by: 0 }), /division by zero/)
    assert.deepEqual(await divide(store, { by: null as never }), [{ result: null }])
  }
})

test('numbers beyond 32 bits come back as numbers', async (context) => {
  const store = await setUp(context)
  await store.append([insertWorkspace(store, { id: 2 ** 52 })])
  assert.deepEqual(await countFrom(store, { from: 2 ** 40 }), [{ id: 2 ** 52 }])
})

test('connections closed while idle are replaced', async (context) => {
  const store = await setUp(context)
  await Promise.all(
    Array.from({ length: 5 }, () => store.transact((tx) => sql`select pg_sleep(0.02)`.execute(tx))),
  )
  await terminateAll.execute(store.db)
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => countFrom(store, { from: 0 })))
  for (const result of results)
    if (result.status === 'rejected') assert.ok(store.isUnavailable(result.reason))
  assert.deepEqual(await countFrom(store, { from: 0 }), [])
})

test('a connection lost between two statements fails only its transaction, as an outage', async (context) => {
  const store = await setUp(context)
  const interrupted = store.transact(async (tx) => {
    await tx
      .insertInto('workspaces')
      .values({ id: 1, name: 'w', registry_revision: 0, created_at: 1, deleted_at: null })
      .execute()
    await terminateAll.execute(store.db)
    await untilAlone(store)
    await tx
      .insertInto('workspaces')
      .values({ id: 2, name: 'w', registry_revision: 0, created_at: 1, deleted_at: null })
      .execute()
  })
  await assert.rejects(interrupted, (error) => store.isUnavailable(error) && !store.isDuplicate(error))
  assert.deepEqual(await countFrom(store, { from: 0 }), [])
})

const idsIn = async (store: Store) =>
  (await countFrom(store, { from: 0 })).map(({ id }) => id).sort((a, b) => a - b)

test('units in one message are written whole or not at all', async (context) => {
  const store = await setUp(context)
  const both = (...ids: number[]) => ids.map((id) => insertWorkspace(store, { id }))
  // The first unit prepares the statements, one by one.
  await store.append(both(1, 2))
  await store.append(both(3, 4))
  await assert.rejects(store.append(both(5, 3, 6)), store.isDuplicate)
  const cannotBeSent: { itself?: unknown } = {}
  cannotBeSent.itself = cannotBeSent
  const [insert] = both(7)
  await assert.rejects(store.append([insert!, { ...insert!, parameters: [cannotBeSent] }]))
  await store.append(Array.from({ length: 100 }, (_, index) => insertWorkspace(store, { id: 100 + index })))
  assert.deepEqual(await idsIn(store), [
    1,
    2,
    3,
    4,
    ...Array.from({ length: 100 }, (_, index) => 100 + index),
  ])
})

test('concurrent units share a transaction, and a refused one fails alone', async (context) => {
  const store = await setUp(context)
  const insert = (id: number) => [sharingTransactions(insertWorkspace(store, { id }), '')]
  const transactions = sql<{ count: number }>`select count(distinct xmin::text) as count from workspaces`
  const first = Array.from({ length: 200 }, (_, index) => index + 1)
  await Promise.all(first.map((id) => store.append(insert(id))))
  assert.deepEqual(await idsIn(store), first)
  const [{ count }] = (await transactions.execute(store.db)).rows as [{ count: number }]
  assert.ok(count <= 20, `${count} transactions`)

  const cannotBeSent: { itself?: unknown } = {}
  cannotBeSent.itself = cannotBeSent
  const unsendable = insert(304).map((query) => ({ ...query, parameters: [cannotBeSent] }))
  const units = [insert(301), insert(302), insert(1), insert(303), unsendable]
  const results = await Promise.allSettled([...units, ...units].map((unit) => store.append(unit)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3)
  for (const result of results)
    if (result.status === 'rejected') assert.equal(store.isUnavailable(result.reason), false)
  assert.deepEqual(await idsIn(store), [...first, 301, 302, 303])
})

test('units that share transactions do not wait for units blocked by a lock', async (context) => {
  const store = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1 })])
  const rename = store.db.updateTable('workspaces').set({ name: 'later' }).where('id', '=', 1)
  const hanging: Promise<void>[] = []
  await store.transact(async (tx) => {
    await tx.updateTable('workspaces').set({ name: 'locked' }).where('id', '=', 1).execute()
    for (const turn of [1, 2, 3])
      hanging.push(store.append([sql`select ${turn}`.compile(tx), rename.compile()]))
    const others = [2, 3, 4].map((id) => [sharingTransactions(insertWorkspace(store, { id }), '')])
    await Promise.all(others.map((unit) => store.append(unit)))
    assert.deepEqual(await idsIn(store), [1, 2, 3, 4])
  })
  await Promise.all(hanging)
})

test('a transaction begins with its first statement, and an empty one leaves the connection unchanged', async (context) => {
  const store = await setUp(context)
  const insert = (tx: Tx, id: number) =>
    tx
      .insertInto('workspaces')
      .values({ id, name: 'w', registry_revision: 0, created_at: 1, deleted_at: null })
  await store.transact(async () => {})
  const reason = new Error('on second thought')
  await assert.rejects(
    store.transact(async (tx) => {
      await enqueue(tx, insert(tx, 1))
      throw reason
    }),
    reason,
  )
  await assert.rejects(
    store.transact(async (tx) => {
      await queryTogether(tx, [insert(tx, 2), insert(tx, 2)])
    }),
    store.isDuplicate,
  )
  await store.transact(async (tx) => {
    await Promise.all([enqueue(tx, insert(tx, 3)), insert(tx, 4).execute(), insert(tx, 5).execute()])
  })
  assert.deepEqual(await idsIn(store), [3, 4, 5])
})

test('a transaction with an ignored failure is not reported as committed', async (context) => {
  const store = await setUp(context)
  const passedOver = store.transact(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await assert.rejects(passedOver)
  assert.deepEqual(await idsIn(store), [])
})

async function untilAlone(store: Store) {
  const others = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where application_name like 'galley/%' and datname = current_database() and pid <> pg_backend_pid()`
  while ((await others.execute(store.db)).rows[0]!.count > 0);
}

test('a unit whose connection is lost fails as an outage', async (context) => {
  const store = await setUp(context)
  const slow = { ...sql`select pg_sleep(30)`.compile(store.db) }
  const failing = assert.rejects(store.append([insertWorkspace(store, { id: 1 }), slow]), (error) =>
    store.isUnavailable(error),
  )
  const sleeping = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where wait_event = 'PgSleep' and datname = current_database()`
  while ((await sleeping.execute(store.db)).rows[0]!.count === 0);
  await terminateAll.execute(store.db)
  await failing
  assert.deepEqual(await countFrom(store, { from: 0 }), [])
})

test("a statement's values can be collected before the next major collection", async (context) => {
  const store = await setUp(context)
  setFlagsFromString('--expose-gc')
  const collect: (how: { type: 'minor' }) => void = runInNewContext('gc')
  const oldMegabytes = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size / 1e6
  const count = preparedRead<{ text: string }, { length: number }>('test_length', (db, slot) =>
    db.selectNoFrom(sql<number>`length(${slot('text')})`.as('length')),
  )
  const turn = async (number: number) => {
    const text = Array.from({ length: 1_000 }, (_, index) => `${number}-${index}`)
    const list = sql`select cardinality(${text}::text[])`
    await count(store, { text: text.join() })
    await list.execute(store.db)
    await store.append([list.compile(store.db)])
    await store.append([list.compile(store.db), list.compile(store.db)])
    await store.transact((tx) => list.execute(tx))
    await store.timedQuery(list.compile(store.db), 1_000)
    if (number % 5 === 0) collect({ type: 'minor' })
  }
  for (let number = 1; number <= 20; number++) await turn(number)
  const growthOf = async (turns: number) => {
    const before = oldMegabytes()
    for (let number = 1; number <= turns; number++) await turn(number)
    return oldMegabytes() - before
  }
  // A copy of the values takes 5 MB in each round; values that other tests left in the process are promoted once.
  const grown = Math.min(await growthOf(150), await growthOf(150))
  assert.ok(grown < 4, `${grown.toFixed(1)} MB of values are kept`)
})

test('a transaction that ends in a deadlock is repeated', async (context) => {
  const store = await setUp(context)
  for (const id of [1, 2]) await store.append([insertWorkspace(store, { id })])
  const add = (tx: Tx, id: number) =>
    tx
      .updateTable('workspaces')
      .set((eb) => ({ registry_revision: eb('registry_revision', '+', 1) }))
      .where('id', '=', id)
      .execute()
  const bothHaveOne = barrier(2)
  const addInOrder = (first: number, second: number) =>
    store.transact(async (tx) => {
      await add(tx, first)
      await bothHaveOne()
      await add(tx, second)
    })
  await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])
  const rows = await store.db.selectFrom('workspaces').select('registry_revision').orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ registry_revision }) => registry_revision),
    [2, 2],
  )
})

/** The returned function waits until it has been called `count` times; later calls return at once. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  return () => {
    if (++calls === count) resolve()
    return promise
  }
}
