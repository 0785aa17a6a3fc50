import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { freshStorage } from '../../../test/kit/app.ts'
import { migrate, openStore, type Store } from '../db/index.ts'
import {
  createKey,
  createWorkspace,
  describeKeys,
  ensureDefaultWorkspace,
  keyAuthenticator,
  revoke,
  transactOnKeys,
} from './index.ts'

async function setUp(context: TestContext): Promise<Store> {
  const { config, drop } = await freshStorage()
  await migrate(config)
  const store = await openStore(config)
  context.after(async () => {
    await store.close()
    await drop()
  })
  return store
}

const endLeases = (store: Store) => transactOnKeys(store, async () => undefined)

test('of processes that start together on empty storage, one creates the default workspace', async (context) => {
  const store = await setUp(context)
  const created = await Promise.all(
    Array.from({ length: 5 }, () => ensureDefaultWorkspace(store, { key: null, now: 1 })),
  )
  const [only, ...others] = created.filter((workspace) => workspace !== null)
  assert.deepEqual(others, [])
  assert.equal(only!.workspaceId, 1)
  assert.equal((await describeKeys(store, 1)).length, 1)
  assert.equal(await ensureDefaultWorkspace(store, { key: null, now: 2 }), null)
})

test('a key identifies its workspace until it is revoked; an unknown one does not', async (context) => {
  const store = await setUp(context)
  const authenticate = keyAuthenticator(store, () => 1_000)
  const one = await createWorkspace(store, { name: 'one', now: 1 })
  const two = await createWorkspace(store, { name: 'two', now: 1 })
  const second = await createKey(store, two.workspaceId, 'second', 1)
  assert.equal((await authenticate(one.key))?.workspace, one.workspaceId)
  assert.equal((await authenticate(second.key))?.workspace, two.workspaceId)
  for (const key of ['', 'x', `${one.key}x`, one.key.toLowerCase(), 'k'.repeat(100_000)])
    assert.equal(await authenticate(key), null)
  await revoke(store, second.id, 2)
  assert.equal(await authenticate(second.key), null)
  assert.equal((await authenticate(two.key))?.workspace, two.workspaceId)
  await assert.rejects(revoke(store, second.id, 3), /no live key/)
})

test('no process accepts a key after its revocation resolved, however often it was read before', async (context) => {
  const store = await setUp(context)
  const { key, workspaceId } = await createWorkspace(store, { name: 'one', now: 1 })
  const second = await createKey(store, workspaceId, 'second', 1)
  const processes = [keyAuthenticator(store, () => 1), keyAuthenticator(store, () => 1)]
  for (const authenticate of processes) assert.ok(await authenticate(second.key))
  const revoked = revoke(store, second.id, 2).then(() => true)
  while (!(await Promise.race([revoked, nextTurn(false)])))
    await Promise.all(processes.map((authenticate) => authenticate(second.key)))
  for (const authenticate of processes) {
    assert.equal(await authenticate(second.key), null)
    assert.equal((await authenticate(key))?.workspace, workspaceId)
  }
})

test('a valid key is read once a lease, an unknown one at each call', async (context) => {
  const store = await setUp(context)
  const { key, workspaceId } = await createWorkspace(store, { name: 'one', now: 1 })
  let reads = 0
  const fetch: Store['fetch'] = (query, name) => {
    reads++
    return store.fetch(query, name)
  }
  const authenticate = keyAuthenticator({ ...store, fetch }, () => 1)
  const callers = await Promise.all([authenticate(key), authenticate(key), authenticate('unknown')])
  assert.deepEqual(
    callers.map((caller) => caller?.workspace),
    [workspaceId, workspaceId, undefined],
  )
  assert.equal(reads, 2)
  await authenticate('unknown')
  assert.equal(reads, 3)
  await endLeases(store)
  await authenticate(key)
  assert.equal(reads, 4)
})

test('the last use of a key is stored at once, then at most once a minute', async (context) => {
  const store = await setUp(context)
  let time = 1_000_000
  const { key, workspaceId } = await createWorkspace(store, { name: 'one', now: 1 })
  let touches = 0
  const appends: Promise<void>[] = []
  const append: Store['append'] = (unit) => {
    touches++
    const done = store.append(unit)
    appends.push(done)
    return done
  }
  const authenticate = keyAuthenticator({ ...store, append }, () => time)
  for (const step of [0, 1, 59_998]) {
    time += step
    await authenticate(key)
    await Promise.all(appends)
    await endLeases(store)
  }
  assert.equal(touches, 1)
  time += 1
  await authenticate(key)
  await Promise.all(appends)
  assert.equal(touches, 2)
  const [described] = await describeKeys(store, workspaceId)
  assert.equal(described!.last_used_at, new Date(time).toISOString())
})

test('a use that could not be stored does not fail the call, and the next call stores it', async (context) => {
  const store = await setUp(context)
  const { key, workspaceId } = await createWorkspace(store, { name: 'one', now: 1 })
  let isUnavailable = true
  const appends: Promise<void>[] = []
  const append: Store['append'] = (unit) => {
    const done = isUnavailable ? Promise.reject(new Error('out of reach')) : store.append(unit)
    appends.push(done)
    return done
  }
  const authenticate = keyAuthenticator({ ...store, append }, () => 1_000_000)
  assert.ok(await authenticate(key))
  await Promise.allSettled(appends)
  await endLeases(store)
  isUnavailable = false
  assert.ok(await authenticate(key))
  await Promise.allSettled(appends)
  assert.notEqual((await describeKeys(store, workspaceId))[0]!.last_used_at, null)
})

test('names have 1 to 255 characters, and a key needs a workspace', async (context) => {
  const store = await setUp(context)
  for (const name of ['', '   ', 'n'.repeat(256)])
    await assert.rejects(createWorkspace(store, { name, now: 1 }), /1 to 255 characters/)
  await assert.rejects(createKey(store, 4711, 'name', 1), /no workspace 4711/)
})
