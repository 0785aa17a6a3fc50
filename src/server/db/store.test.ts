import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { freshStorage } from '../../../test/kit/app.ts'
import {
  ConditionFailedError,
  enqueue,
  enqueueCondition,
  IdBlocks,
  idBlock,
  migrate,
  openStore,
  prepared,
  preparedRead,
  queryTogether,
  type Store,
  type Tx,
} from './index.ts'

async function setUp(context: TestContext, count = 1): Promise<[Store, ...Store[]]> {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const stores = await Promise.all(Array.from({ length: count }, () => openStore(config)))
  context.after(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await drop()
  })
  return stores as [Store, ...Store[]]
}

const insertWorkspace = prepared<{ id: number; name: string }>((db, slot) =>
  db
    .insertInto('workspaces')
    .values({ id: slot('id'), name: slot('name'), registry_revision: 0, created_at: 1 }),
)
const namesFrom = preparedRead<{ from: number }, { name: string }>('test_names_from', (db, slot) =>
  db.selectFrom('workspaces').select('name').where('id', '>=', slot('from')).orderBy('id'),
)
const namesIn = async (store: Store) => (await namesFrom(store, { from: 0 })).map(({ name }) => name)
const row = (id: number, name: string) => ({
  id,
  name,
  registry_revision: 0,
  created_at: 1,
  deleted_at: null,
})

test('appended statements are one unit, and a unique violation is recognized', async (context) => {
  const [store] = await setUp(context)
  await store.append([
    insertWorkspace(store, { id: 1, name: 'one' }),
    insertWorkspace(store, { id: 2, name: 'two' }),
  ])
  const failing = store.append([
    insertWorkspace(store, { id: 3, name: 'three' }),
    insertWorkspace(store, { id: 1, name: 'one again' }),
  ])
  await assert.rejects(failing, (error) => store.isDuplicate(error) && !store.isUnavailable(error))
  assert.deepEqual(await namesIn(store), ['one', 'two'])
})

const renamed = (store: Store, from: string, name: string) =>
  store.db.updateTable('workspaces').set({ name }).where('name', '=', from).compile()

test('a conditional unit runs if the condition changes a row, and otherwise changes nothing', async (context) => {
  const [store] = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1, name: 'held' })])
  const two = insertWorkspace(store, { id: 2, name: 'two' })
  const results = await Promise.all([
    store.appendIf(renamed(store, 'lost', 'taken'), [two]),
    store.append([insertWorkspace(store, { id: 3, name: 'beside' })]),
  ])
  assert.equal(results[0], false)
  assert.equal(await store.appendIf(renamed(store, 'held', 'still held'), [two]), true)
  assert.deepEqual(await namesIn(store), ['still held', 'two', 'beside'])
})

test("a failing unit also undoes its condition's change", async (context) => {
  const [store] = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1, name: 'held' })])
  const again = insertWorkspace(store, { id: 1, name: 'again' })
  await assert.rejects(store.appendIf(renamed(store, 'held', 'changed'), [again]), store.isDuplicate)
  assert.deepEqual(await namesIn(store), ['held'])
})

test('a failing enqueued statement rolls back its transaction, and the next one commits', async (context) => {
  const [store] = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1, name: 'one' })])
  const inserting = (tx: Tx, id: number, name: string) => tx.insertInto('workspaces').values(row(id, name))
  const failing = store.transact(async (tx) => {
    await enqueue(tx, inserting(tx, 2, 'two'))
    await enqueue(tx, inserting(tx, 1, 'one again'))
  })
  const behind = store.transact(async (tx) => {
    await enqueue(tx, inserting(tx, 3, 'three'))
    const names = await tx.selectFrom('workspaces').select('name').orderBy('id').execute()
    await enqueue(tx, inserting(tx, 4, 'four'))
    return names.map(({ name }) => name)
  })
  await assert.rejects(failing, store.isDuplicate)
  assert.deepEqual(await behind, ['one', 'three'])
  assert.deepEqual(await namesIn(store), ['one', 'three', 'four'])
})

test('a condition that changes no row rolls back its transaction', async (context) => {
  const [store] = await setUp(context)
  const conditional = (from: string) =>
    store.transact(async (tx) => {
      await enqueueCondition(tx, tx.updateTable('workspaces').set({ name: 'taken' }).where('name', '=', from))
      await enqueue(tx, tx.insertInto('workspaces').values(row(2, 'two')))
    })
  await store.append([insertWorkspace(store, { id: 1, name: 'held' })])
  await assert.rejects(conditional('lost'), ConditionFailedError)
  assert.deepEqual(await namesIn(store), ['held'])
  await conditional('held')
  assert.deepEqual(await namesIn(store), ['taken', 'two'])
})

test('statements sent together run in order, each with its result', async (context) => {
  const [store] = await setUp(context)
  const results = await store.transact((tx) =>
    queryTogether(tx, [
      tx.insertInto('workspaces').values([row(1, 'one'), row(2, 'two')]),
      tx.selectFrom('workspaces').select('name').orderBy('id'),
      tx
        .insertInto('workspaces')
        .values(row(1, 'one again'))
        .onConflict((on) => on.doNothing()),
    ]),
  )
  assert.equal(results[0].numAffectedRows, 2n)
  assert.deepEqual(
    results[1].rows.map(({ name }) => name),
    ['one', 'two'],
  )
  assert.equal(results[2].numAffectedRows, 0n)
})

test('concurrent units succeed and fail independently', async (context) => {
  const [store] = await setUp(context)
  const ids = Array.from({ length: 64 }, (_, index) => Math.floor(index / 2))
  const results = await Promise.allSettled(
    ids.map((id) => store.append([insertWorkspace(store, { id, name: `${id}` })])),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 32)
  for (const result of results) if (result.status === 'rejected') assert.ok(store.isDuplicate(result.reason))
  assert.equal((await namesIn(store)).length, 32)
})

test('a transaction sees its own writes and is rolled back when it throws', async (context) => {
  const [store] = await setUp(context)
  const reason = new Error('on second thought')
  const undone = store.transact(async (tx) => {
    await tx.insertInto('workspaces').values(row(1, 'one')).execute()
    assert.equal((await tx.selectFrom('workspaces').selectAll().execute()).length, 1)
    assert.deepEqual(await namesIn(store), [])
    throw reason
  })
  await assert.rejects(undone, (error) => error === reason)
  assert.deepEqual(await namesIn(store), [])
  const result = await store.transact(async (tx) => {
    await tx.insertInto('workspaces').values(row(2, 'two')).execute()
    return 'the result'
  })
  assert.equal(result, 'the result')
  assert.deepEqual(await namesIn(store), ['two'])
})

test('a unique violation inside a transaction is recognized', async (context) => {
  const [store] = await setUp(context)
  await store.transact((tx) => tx.insertInto('workspaces').values(row(1, 'one')).execute())
  const again = store.transact((tx) => tx.insertInto('workspaces').values(row(1, 'again')).execute())
  await assert.rejects(again, (error) => store.isDuplicate(error))
})

test('any other error is neither a duplicate nor an outage', async (context) => {
  const [store] = await setUp(context)
  const orphan = store.transact((tx) =>
    tx.insertInto('request_groups').values({ workspace_id: 4711, id: 1, created_at: 1 }).execute(),
  )
  await assert.rejects(orphan, (error) => !store.isDuplicate(error) && !store.isUnavailable(error))
})

test('both read handles see a write once it resolves', async (context) => {
  const [store] = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1, name: 'one' })])
  for (const handle of [store.db, store.scan])
    assert.deepEqual(
      (await handle.selectFrom('workspaces').selectAll().execute()).map((workspace) => ({ ...workspace })),
      [row(1, 'one')],
    )
})

test('two stores never get the same id of a sequence', async (context) => {
  const stores = await setUp(context, 2)
  const ids = await Promise.all(
    Array.from({ length: 40 }, (_, index) => {
      const store = stores[index % 2]!
      return store.transact((tx) => store.nextId(tx, 'prompt_ids'))
    }),
  )
  assert.equal(new Set(ids).size, 40)
  const [store] = stores
  assert.equal(await store.transact((tx) => store.nextId(tx, 'workspace_ids')), 2)
})

test('two stores never get overlapping blocks of ids', async (context) => {
  const stores = await setUp(context, 2)
  const blocks = stores.map((store) => new IdBlocks(store, 'request_ids'))
  const count = idBlock + idBlock / 2
  const ids = await Promise.all(blocks.flatMap((block) => Array.from({ length: count }, () => block.next())))
  assert.equal(new Set(ids).size, 2 * count)
  assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0))
})

test('a failed block reservation rejects its waiters and is retried', async (context) => {
  const [store] = await setUp(context)
  let isOut = true
  const takeIds: Store['takeIds'] = (sequence) =>
    isOut ? Promise.reject(new Error('out of reach')) : store.takeIds(sequence)
  const block = new IdBlocks({ ...store, takeIds }, 'request_ids')
  const results = await Promise.allSettled([block.next(), block.next()])
  assert.ok(results.every(({ status }) => status === 'rejected'))
  isOut = false
  assert.equal(await block.next(), 1)
})

test('the same query can be read as lists and as rows', async (context) => {
  const [store] = await setUp(context)
  await store.append([insertWorkspace(store, { id: 1, name: 'one' })])
  const query = store.db.selectFrom('workspaces').select(['name', 'id', 'created_at'])
  const rows = [{ name: 'one', id: 1, created_at: 1 }]
  const readRows = async () => (await query.execute()).map((row) => ({ ...row }))
  assert.deepEqual(await readRows(), rows)
  assert.deepEqual(await store.lists(query.compile(), ['text', 'number', 'number']), [['one', 1, 1]])
  assert.deepEqual(await readRows(), rows)
})

test('lists have the columns in order, with null for missing values', async (context) => {
  const [store] = await setUp(context)
  await store.append([
    insertWorkspace(store, { id: 1, name: '"an \\u001f and\\na line"' }),
    insertWorkspace(store, { id: 2, name: '' }),
    insertWorkspace(store, { id: 2 ** 53 - 1, name: '{"a":["x",null]}' }),
  ])
  const rowsFrom = (from: number) =>
    store.db
      .selectFrom('workspaces')
      .select((is) => [
        'id',
        'name',
        is.case().when('id', '=', 1).then(null).else(0.1).end().as('share'),
        is.case().when('id', '=', 2).then(null).else('null').end().as('word'),
      ])
      .where('id', '>=', from)
      .orderBy('id', 'desc')
      .compile()
  const columns = ['number', 'text', 'number', 'text'] as const
  assert.deepEqual(await store.lists(rowsFrom(1), columns), [
    [2 ** 53 - 1, '{"a":["x",null]}', 0.1, 'null'],
    [2, '', 0.1, null],
    [1, '"an \\u001f and\\na line"', null, 'null'],
  ])
  assert.deepEqual(await store.lists(rowsFrom(2 ** 53), columns), [])
})
