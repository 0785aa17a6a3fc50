import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CellCacheRow, Tx } from '../../src/server/db/index.ts'
import { cacheExpiryJob } from '../../src/server/runs/paid-calls/cache-expiry.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { startApp } from '../kit/app.ts'
import { leaseWithoutWorker } from '../kit/lease.ts'
import { until } from '../kit/until.ts'

const insertEntries = (tx: Tx, rows: readonly CellCacheRow[]) =>
  tx.insertInto('cell_cache').values(rows).execute()

const day = 24 * 3_600_000

test('old paid answers are deleted, and the oldest ones above the size limit', async () => {
  const now = Date.now()
  const app = await startApp()
  const { store } = app.context
  const workspace = (await app.newWorkspace()).id as WorkspaceId
  const insert = (entries: readonly (readonly [key: string, createdAt: number, value: string])[]) =>
    store.transact((tx) =>
      insertEntries(
        tx,
        entries.map(([key, created_at, value]) => ({
          workspace_id: workspace,
          key,
          value,
          created_at,
          evidence: null,
        })),
      ),
    )
  const keys = async () => {
    const rows = await store.db
      .selectFrom('cell_cache')
      .select('key')
      .where('workspace_id', '=', workspace)
      .orderBy('key')
      .execute()
    return rows.map(({ key }) => key)
  }
  const lease = leaseWithoutWorker(store, { workspace, run: 'a run' })
  const handler = cacheExpiryJob({ ...app.context, now: () => now }, 2500)
  await insert(Array.from({ length: 600 }, (_, old) => [`old ${old}`, now - 31 * day + old, '"x"']))
  await insert([['young', now - day, '"x"']])
  assert.equal((await handler.run(lease)).kind, 'again')
  assert.deepEqual(await keys(), ['young'])
  await insert([3, 2, 1].map((age) => [`large ${age}`, now - age * 1000, 'x'.repeat(1000)]))
  await handler.run(lease)
  assert.deepEqual(await keys(), ['large 1', 'large 2'])
  await store.transact((tx) => tx.deleteFrom('cell_cache').where('workspace_id', '=', workspace).execute())
  assert.equal((await handler.run(lease)).kind, 'done')
  await app.close()
})

test('the worker deletes old paid answers', async () => {
  const app = await startApp()
  const { store, jobs } = app.context
  const workspace = (await app.newWorkspace()).id as WorkspaceId
  const row = { workspace_id: workspace, value: '"x"', evidence: null }
  await store.transact(async (tx) => {
    await insertEntries(tx, [
      { ...row, key: 'old', created_at: Date.now() - 31 * day },
      { ...row, key: 'young', created_at: Date.now() - day },
    ])
    const kind = 'forget-cached-cells'
    await jobs.enqueue(tx, workspace, [{ kind, run: 'forget', turn: 0, payload: {}, readyAt: Date.now() }])
  })
  const keys = () =>
    store.db.selectFrom('cell_cache').select('key').where('workspace_id', '=', workspace).execute()
  const left = await until(keys, ({ length }) => length === 1)
  assert.equal(left[0]!.key, 'young')
  await app.close()
})
