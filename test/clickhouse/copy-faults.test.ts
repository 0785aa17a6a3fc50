import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSearch } from '../../src/engine/search/index.ts'
import { verify } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { searchLog } from '../../src/server/requests/search/search-log.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { searchAll } from '../journeys/support/request-search.ts'
import { log } from '../journeys/support/requests.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { startCopiedApp } from './copied-app.ts'

const tagged = (tag: string) => ({
  filter_group: { filters: [{ field: 'tags', operator: 'contains', value: tag }] },
})

describe('a fault of ClickHouse', () => {
  const copied = ofSuite(startCopiedApp)

  it('inserts once when the answer to an insert is lost', async () => {
    const { app, server, copy } = copied
    await log(app.api, { tags: ['lost answer'] })
    await server.fault({ failInserts: 1 })
    await assert.rejects(copy.requests.copyBatch(), /ClickHouse at 127\.0\.0\.1:\d+ cannot be reached/)
    await copy.flush(60_000)
    assert.equal((await server.fault({})).inserts, 2)
    assert.deepEqual((await verify(copy)).differences, [])
  })

  for (const [name, fault, cause] of [
    [
      'refuses a password that was changed',
      { password: 'new' },
      /refused the user or the password of CLICKH/,
    ],
    ['breaks off its answers', { cut: true }, /cannot be reached/],
    ['sends half of its answers', { half: true }, /sent an incomplete answer/],
    ['cannot be reached by its proxy', { gateway: true }, /the error comes from another program/],
    ['is full', { full: true }, /has no space left on its disk/],
    ['answers slowly', { delay: 2_000 }, null],
    ['answers nothing', { hang: true }, null],
  ] as const)
    it(`leaves calls acknowledged and searches answered: ${name}`, async () => {
      const { app, server, copy } = copied
      const { fallbacks } = await copy.status()
      await server.fault(fault)
      const id = await log(app.api, { tags: [name] })
      assert.deepEqual(await searchAll(app.api, tagged(name)), [id])
      const status = await copy.status()
      assert.ok(status.fallbacks > fallbacks)
      assert.ok(status.pending > 0)
      if (cause) assert.match(status.problem!, cause)
      assert.doesNotMatch(JSON.stringify(status), /secret/)
      await server.fault({})
      // Calls under way fail with the fault.
      await copy.requests.copyBatch().catch(() => {})
      assert.equal(await copy.flush(60_000), true)
      assert.deepEqual(await searchAll(app.api, tagged(name)), [id])
      assert.equal((await copy.status()).problem, null)
      assert.deepEqual((await verify(copy)).differences, [])
    })

  it('makes the database answer the query, and stops queries of ClickHouse', async () => {
    const { app, server, copy } = copied
    const { store } = app.context
    const id = await log(app.api, { tags: ['hangs'] })
    await copy.flush(60_000)
    await server.fault({ hang: true })
    const { id: workspace } = await store.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
    const ask = async () => {
      const query = parseSearch(tagged('hangs'))
      const search = await searchLog(store, workspace as WorkspaceId, query, { limit: () => 300 })
      return (await search.page({ after: null, offset: 0, limit: 10 })).map((request) => request.id)
    }
    assert.deepEqual(await ask(), [id])
    assert.match((await copy.status()).problem!, /does not answer/)
    assert.equal((await server.fault({ hang: true })).received, 1)
    assert.deepEqual(await ask(), [id])
    assert.equal((await server.fault({})).received, 0)
  })

  it('is visible to other processes until one of them copies again', async () => {
    const { app, server, copy } = copied
    await server.fault({ full: true })
    await log(app.api, { tags: ['seen elsewhere'] })
    const [worker, other] = [copied.another(), copied.another()]
    const reported = Promise.withResolvers<unknown>()
    worker.start(reported.resolve)
    assert.match(String(await reported.promise), /has no space left/)
    await until(async () => (await other.status()).problem !== null)
    assert.match((await other.status()).problem!, /has no space left/)
    await server.fault({})
    await until(async () => (await other.status()).problem === null)
    assert.equal((await other.status()).pending, 0)
    assert.deepEqual((await verify(copy)).differences, [])
    await worker.stop()
    await other.stop()
  })
})
