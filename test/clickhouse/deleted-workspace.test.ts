import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setupCode } from '../../src/server/people/index.ts'
import { ada, Visitor } from '../journeys/support/browser-api.ts'
import { exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { log } from '../journeys/support/requests.ts'
import { rowCounts } from '../journeys/support/workspace-tables.ts'
import { apiOf, bodyOf } from '../kit/api.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { startCopiedApp } from './copied-app.ts'

describe('a deletion of a workspace, in ClickHouse', () => {
  const copied = ofSuite(startCopiedApp)

  it('removes its requests and traces, those of other workspaces stay, and it waits while ClickHouse is away', async () => {
    const { app, copy, server } = copied
    const { store } = app.context
    const visitor = new Visitor(app)
    bodyOf(await visitor.send('POST', '/setup', { code: await setupCode(store, Date.now()), ...ada }), 201)
    const { id } = bodyOf(await visitor.send('POST', '/workspaces', { name: 'Research' }), 201).workspace
    const { key } = bodyOf(await visitor.send('POST', '/api-keys', { name: 'own' }), 201)
    for (const api of [apiOf(app.baseUrl, key), app.api]) {
      for (let index = 0; index < 3; index++) await log(api)
      await exportSpans(api, otlpSpan({ traceId: newTraceId(), values: { 'user.id': 'arthur' } }))
    }
    await copy.flush(60_000)
    const copiedRows = async (table: string, condition: string): Promise<number> => {
      const query = `select count() as rows from ${table} where workspace_id ${condition}`
      return (await copy.clickhouse.rows<{ rows: number }>(query))[0]!.rows
    }
    assert.deepEqual([await copiedRows('requests', `= ${id}`), await copiedRows('traces', `= ${id}`)], [3, 1])
    await server.fault({ gateway: true })
    bodyOf(await visitor.send('DELETE', `/workspaces/${id}`, { name: 'Research' }))
    const receipt = () =>
      store.db
        .selectFrom('workspace_deletions')
        .selectAll()
        .where('workspace_id', '=', id)
        .executeTakeFirstOrThrow()
    await until(async () => 'trace_outbox' in (await rowCounts(store, id)))
    assert.equal((await receipt()).finished_at, null)
    await server.fault({})
    await until(receipt, ({ finished_at }) => finished_at !== null)
    assert.deepEqual([await copiedRows('requests', `= ${id}`), await copiedRows('traces', `= ${id}`)], [0, 0])
    assert.deepEqual(
      [await copiedRows('requests', `<> ${id}`), await copiedRows('traces', `<> ${id}`)],
      [3, 1],
    )
    const { jobs, ...left } = await rowCounts(store, id)
    assert.deepEqual([left, jobs], [{}, 1])
  })
})
