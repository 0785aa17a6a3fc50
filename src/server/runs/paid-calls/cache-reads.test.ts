import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { startApp } from '../../../../test/kit/app.ts'
import type { Store } from '../../db/index.ts'
import { insertIntoCache } from './cache-queries.ts'
import { CacheReads } from './cache-reads.ts'

test('lookups of one turn share a query', async (context) => {
  const app = await startApp()
  context.after(() => app.close())
  const { store } = app.context
  const { id: workspace } = await app.newWorkspace()
  const { id: other } = await app.newWorkspace()
  const entries = ['a', 'b', "c'd"].map((key) => ({ key, value: `"${key}"`, evidence: null }))
  await store.transact((tx) => insertIntoCache(tx, store.dialect, workspace, entries, 1))
  let queries = 0
  const fetch: Store['fetch'] = (...query) => {
    queries++
    return store.fetch(...query)
  }
  const counting = Object.create(store, { fetch: { value: fetch } }) as Store
  const reads = new CacheReads(counting, workspace)
  const values = async (...keys: string[]) =>
    (await Promise.all(keys.map((key) => reads.find(key)))).map((entry) => entry?.value)
  assert.deepEqual(await values('a', 'b', 'none', "c'd", 'a'), ['"a"', '"b"', undefined, `"c'd"`, '"a"'])
  assert.equal(queries, 1)
  assert.deepEqual(await values('b'), ['"b"'])
  assert.equal(await new CacheReads(store, other).find('a'), undefined)
})

test('a failed query rejects only its own lookups', async (context) => {
  const app = await startApp()
  context.after(() => app.close())
  const { store } = app.context
  const { id: workspace } = await app.newWorkspace()
  let queries = 0
  const fetch: Store['fetch'] = (...query) => {
    if (++queries === 1) throw new Error('the storage is gone')
    return store.fetch(...query)
  }
  const reads = new CacheReads(Object.create(store, { fetch: { value: fetch } }) as Store, workspace)
  const failing = assert.rejects(reads.find('a'), /the storage is gone/)
  await turn()
  assert.equal(await reads.find('b'), undefined)
  await failing
  assert.equal(await reads.find('a'), undefined)
})
