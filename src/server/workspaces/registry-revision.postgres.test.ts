import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { freshStorage } from '../../../test/kit/app.ts'
import { migrate, openStore, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { insertWorkspace } from './queries.ts'
import { bumpRegistryRevision, findRegistryRevision } from './registry-revision.ts'

const workspace = 7 as WorkspaceId

/** Two processes on one database: each store has leases of its own. */
async function twoStores(context: TestContext): Promise<[Store, Store]> {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const stores: [Store, Store] = [await openStore(config), await openStore(config)]
  context.after(async () => {
    for (const store of stores) await store.close()
    await drop()
  })
  await stores[0].transact((tx) => insertWorkspace(tx, { id: workspace, name: 'w', now: 1 }))
  return stores
}

const change = (store: Store) => store.transact((tx) => bumpRegistryRevision(tx, workspace))

/** Reads as often as a busy process until the signal aborts. Returns how many reads needed no database. */
async function readOften(store: Store, signal: AbortSignal): Promise<number> {
  let withoutDatabase = 0
  while (!signal.aborted) {
    const revision = findRegistryRevision(store, workspace)
    if (typeof revision === 'number') withoutDatabase++
    await revision
    await nextTurn()
  }
  return withoutDatabase
}

/** Runs `work` while the process of `store` reads often. Returns how many reads needed no database. */
async function whileReading(store: Store, work: () => Promise<void>): Promise<number> {
  const ended = new AbortController()
  const reads = readOften(store, ended.signal)
  try {
    await sleep(300)
    await work()
  } finally {
    ended.abort()
  }
  return reads
}

const readersOf = (store: Store) =>
  store.db.selectFrom('registry_readers').select('reader').where('workspace_id', '=', workspace).execute()

test('a change is in the next read of every process, also of one that reads without the database', async (context) => {
  const [busy, writer] = await twoStores(context)
  const withoutDatabase = await whileReading(busy, async () => {
    for (let changes = 1; changes <= 8; changes++) {
      await change(writer)
      assert.equal(await findRegistryRevision(busy, workspace), changes)
      // By now the busy process reads without the database again.
      await sleep(changes * 20)
    }
  })
  assert.ok(withoutDatabase > 0)
})

test('a change of the busy process itself is in its next read', async (context) => {
  const [busy] = await twoStores(context)
  const withoutDatabase = await whileReading(busy, async () => {
    for (let changes = 1; changes <= 50; changes++) {
      await change(busy)
      assert.equal(await findRegistryRevision(busy, workspace), changes)
    }
  })
  assert.ok(withoutDatabase > 0)
})

test('a change deletes the readers of processes that no longer read often', async (context) => {
  const [busy, writer] = await twoStores(context)
  await whileReading(busy, async () => {})
  assert.equal((await readersOf(writer)).length, 1)
  await change(writer)
  assert.deepEqual(await readersOf(writer), [])
})

test('a process that reads seldom asks the database and enters no reader', async (context) => {
  const [calm] = await twoStores(context)
  for (let reads = 0; reads < 10; reads++) {
    assert.equal(typeof findRegistryRevision(calm, workspace), 'object')
    await sleep(30)
  }
  assert.deepEqual(await readersOf(calm), [])
})
