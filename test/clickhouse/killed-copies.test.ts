import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { parseSearch } from '../../src/engine/search/index.ts'
import { compiler } from '../../src/server/clickhouse-copy/compiler-queries.ts'
import { verify } from '../../src/server/clickhouse-copy/copy-tools.ts'
import { isCurrent } from '../../src/server/clickhouse-copy/current-queries.ts'
import { deleteRequests } from '../../src/server/requests/index.ts'
import { deleteTrace } from '../../src/server/traces/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { exportSpans, newTraceId, otlpSpan } from '../journeys/support/otlp.ts'
import { idsIn, searchPage } from '../journeys/support/request-search.ts'
import { log } from '../journeys/support/requests.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { startCopiedApp } from './copied-app.ts'
import { copyUntilStep } from './copy-until-step.ts'
import { searchCopy } from './search-copy.ts'

/** The number of steps of a batch that inserts, counts and deletes; a kill is possible before each. */
const steps = 12
/** COPY_KILLS=100 kills at each step several times. */
const kills = Number(process.env['COPY_KILLS'] ?? steps)

const killedFilter = { filter_group: { filters: [{ field: 'tags', operator: 'contains', value: 'killed' }] } }

describe('a process that is killed while it copies the log', () => {
  const copied = ofSuite(startCopiedApp)
  let workspace: WorkspaceId
  before(async () => {
    const { workspace_id } = await copied.app.context.store.db
      .selectFrom('workspaces')
      .select('id as workspace_id')
      .executeTakeFirstOrThrow()
    workspace = workspace_id as WorkspaceId
  })

  const copyUntil = (step: number, table: 'requests' | 'traces' = 'requests') =>
    copyUntilStep(copied, table, step)

  const inClickHouse = async () =>
    searchCopy(
      copied.copy,
      workspace,
      parseSearch(killedFilter),
      (await copied.copy.requests.row()).finished_batch,
    )

  it('leaves each request once, after a kill at any step', async () => {
    const { app, copy } = copied
    for (let kill = 0; kill <= kills; kill++) {
      const step = kill === kills ? steps + 1 : 1 + (kill % steps)
      const changed = await log(app.api, { tags: ['killed'] })
      const removed = await log(app.api, { tags: ['killed'] })
      await copy.flush(60_000)
      const track = (value: string) =>
        app.api.post('/rest/track-metadata', { request_id: changed, metadata: { value } })
      await track(`late ${kill}`)
      await deleteRequests(app.context.store, workspace, [removed])
      await log(app.api, { tags: ['killed'] })
      assert.equal(await copyUntil(step), kill === kills ? steps : null)
      // Between two steps a replaced row may still be stored, but it is not counted.
      const search = await inClickHouse()
      const ids = (await search.page({ after: null, offset: 0, limit: 1_000 })).map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length, `step ${step}`)
      assert.equal((await search.total({ requests: 0, milliseconds: 0 })).atLeast, ids.length)
      // The request changes again before the next process repeats the batch.
      await track(`again ${kill}`)
      await copy.flush(60_000)
      assert.deepEqual((await verify(copy)).differences, [], `after step ${step}`)
      const again = { field: 'metadata', nested_key: 'value', operator: 'key_equals', value: `again ${kill}` }
      assert.deepEqual(idsIn(await searchPage(app.api, { filter_group: { filters: [again] } })), [changed])
    }
  })

  it('leaves each trace once, after a kill at any step', async () => {
    const { app, copy } = copied
    const current = async () => {
      const { finished_batch } = await copy.traces.row()
      const rows = sql<{
        id: string
        spans: number
      }>`select t.trace_id as id, t.span_count as spans from traces t
        where t.workspace_id = ${workspace} and ${isCurrent('traces', workspace, finished_batch)}`
      return copy.clickhouse.rows<{ id: string; spans: number }>(rows.compile(compiler).sql)
    }
    for (let kill = 0; kill <= kills; kill++) {
      const step = kill === kills ? steps + 1 : 1 + (kill % steps)
      const [changed, removed] = [newTraceId(), newTraceId()]
      await exportSpans(app.api, otlpSpan({ traceId: changed }), otlpSpan({ traceId: removed }))
      await copy.flush(60_000)
      await exportSpans(app.api, otlpSpan({ traceId: changed }), otlpSpan({ traceId: newTraceId() }))
      await deleteTrace(app.context.store, workspace, removed)
      assert.equal(await copyUntil(step, 'traces'), kill === kills ? steps : null)
      const rows = await current()
      assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length, `step ${step}`)
      await exportSpans(app.api, otlpSpan({ traceId: changed }))
      await copy.flush(60_000)
      assert.deepEqual((await verify(copy)).differences, [], `after step ${step}`)
      assert.equal((await current()).find(({ id }) => id === changed)!.spans, 3)
    }
  })

  it('does not delay the next process after the clock went back', async () => {
    const { app, copy } = copied
    const { store } = app.context
    const ahead = Date.now() + 3_600_000
    await store.transact((tx) => tx.updateTable('log_copy').set({ last_batch: ahead }).execute())
    await log(app.api, { tags: ['ahead'] })
    assert.equal(await copyUntil(4), null)
    assert.ok((await copy.requests.row()).batch! > ahead)
    const next = copied.another(60_000)
    assert.equal(await next.flush(10_000), true)
    await next.stop()
    assert.deepEqual((await verify(copy)).differences, [])
  })
})
