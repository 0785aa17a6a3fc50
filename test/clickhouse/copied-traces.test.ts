import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import {
  backfill,
  describe as describeCopy,
  type LogCopy,
  openLogCopy,
  readFrom,
  verify,
} from '../../src/server/clickhouse-copy/copy-tools.ts'
import { deleteTrace } from '../../src/server/traces/index.ts'
import { exportSpans } from '../journeys/support/otlp.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { type DrawnTrace, spansOf, traces as traceOf, traceQuestion } from './random-traces.ts'
import { rounded } from './rounded.ts'
import { type ClickHouseServer, startClickHouse } from './start-clickhouse.ts'

const v2 = '/api/public/v2'

describe('the traces in ClickHouse', () => {
  let app: TestApp
  let server: ClickHouseServer
  let copy: LogCopy
  const drawn: readonly DrawnTrace[] = fc.sample(traceOf, { numRuns: 80, seed: 5 })

  const store = async (from: number, to: number, api = app.api) => {
    const spans = drawn.slice(from, to).flatMap((trace, index) => spansOf(trace, from + index))
    assert.equal((await exportSpans(api, ...spans)).status, 200)
  }
  before(async () => {
    server = await startClickHouse()
    app = await startApp()
    // The first half of the traces arrived before the copy began.
    await store(0, 40)
    copy = openLogCopy(app.context.store, server.config, 0)
    await copy.prepare()
    await copy.clickhouse.migrate()
    await store(40, 80)
    await store(0, 5, (await app.newWorkspace()).api)
  })
  after(async () => {
    await copy.stop()
    await app.close()
    await server.stop()
  })
  const ask = async (path: string, body: object) => {
    const answer = await app.api.post(`${v2}${path}`, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }

  it('are copied by a backfill and by changes', async () => {
    assert.equal((await describeCopy(copy)).traces.state, 'changes')
    await assert.rejects(readFrom(copy, 'clickhouse'), /all requests yet: run `galley log backfill` first/)
    assert.ok((await verify(copy)).differences.some((line) => line.includes('traces: ')))
    await backfill(copy, () => {})
    const { traces, differences } = await verify(copy)
    assert.deepEqual([traces, differences], [85, []])
    const { state, pending, rows, problem } = (await describeCopy(copy)).traces
    assert.deepEqual([state, pending, rows, problem], ['complete', 0, 85, null])
  })

  it('answer lists, sessions, users, facets and charts as the database does', async () => {
    let rows = 0
    await fc.assert(
      fc.asyncProperty(traceQuestion, async ({ path, body }) => {
        await readFrom(copy, 'database')
        const inDatabase = await ask(path, body)
        await readFrom(copy, 'clickhouse')
        await server.fault({})
        const inClickHouse = await ask(path, body)
        assert.deepEqual(comparable(inClickHouse, inDatabase), comparable(inDatabase, inDatabase))
        assert.ok((await server.fault({})).queries > 0, 'ClickHouse was asked')
        rows += inDatabase.items?.length ?? 0
      }),
      { numRuns: 120, seed: Number(process.env['GALLEY_TEST_SEED'] ?? 46) },
    )
    assert.ok(rows > 300, 'the filters find something')
    assert.equal((await copy.status()).traces.fallbacks, 0)
  })

  it('have the same pages in both storages, also if the storage changes between two pages', async () => {
    for (const sort_by of [
      'trace_start_time',
      'trace_duration_ms',
      'trace_total_cost_usd',
      'trace_total_tokens',
    ]) {
      const ids: string[] = []
      let cursor: string | null = null
      do {
        const page: { items: { trace_id: string }[]; next_cursor: string | null } = await ask(
          '/traces/search',
          {
            sort_by,
            per_page: 7,
            cursor,
          },
        )
        ids.push(...page.items.map(({ trace_id }) => trace_id))
        cursor = page.next_cursor
        await readFrom(copy, ids.length % 2 === 0 ? 'clickhouse' : 'database')
      } while (cursor)
      assert.deepEqual([ids.length, new Set(ids).size], [80, 80], sort_by)
    }
    await readFrom(copy, 'clickhouse')
  })

  it('have every span, change and deletion in the next search', async () => {
    // On a busy machine the database may answer a search, so the copy is compared too.
    const compareCopy = async () => assert.deepEqual((await verify(copy)).differences, [])
    const named = { filter_group: { filters: [{ field: 'trace_name', operator: 'is', value: 'late' }] } }
    const search = async () => (await ask('/traces/search', named)).items
    const [trace] = fc.sample(traceOf, { numRuns: 1, seed: 6 })
    const [first] = spansOf({ ...trace!, name: 'late', status: 'OK', steps: [] }, 500)
    await exportSpans(app.api, first)
    const [before] = await search()
    assert.deepEqual([before.name, before.span_count], ['late', 1])
    const [, second] = spansOf(
      { ...trace!, name: 'late', status: 'OK', steps: [{ tool: 'web', fails: true }] },
      500,
    )
    await exportSpans(app.api, second)
    const [changed, ...others] = await search()
    assert.deepEqual([changed.span_count, changed.error_count, others.length], [2, 1, 0])
    await compareCopy()
    const { workspace_id } = await app.context.store.db
      .selectFrom('traces')
      .select('workspace_id')
      .where('trace_id', '=', changed.trace_id)
      .executeTakeFirstOrThrow()
    await deleteTrace(app.context.store, workspace_id as never, changed.trace_id)
    assert.deepEqual(await search(), [])
    await compareCopy()
    // The same id again is another row at another position.
    await exportSpans(app.api, first, second)
    assert.equal((await search()).length, 1)
    await compareCopy()
    // `deleteTrace` changes the row before it deletes it; this deletion is the only change.
    await app.context.store.transact(async (tx) => {
      for (const table of ['spans', 'traces'] as const)
        await tx.deleteFrom(table).where('trace_id', '=', changed.trace_id).execute()
    })
    await compareCopy()
  })

  it('are read from the database if a filter needs values that the copy does not have', async () => {
    await server.fault({})
    await ask('/traces/search', { q: 'hello', filter_group: { filters: [] }, sort_by: 'trace_duration_ms' })
    await ask('/traces/search', {
      filter_group: { filters: [{ field: 'trace_depth', operator: 'gt', value: 1 }] },
    })
    const { fallbacks } = (await copy.status()).traces
    await server.fault({ gateway: true })
    assert.equal((await ask('/traces/search', {})).total, 80)
    await server.fault({})
    assert.ok((await copy.status()).traces.fallbacks > fallbacks)
  })

  it('are not read after the end of the copy', async () => {
    await copy.end()
    await store(0, 1)
    const { state, read_from, pending } = (await copy.status()).traces
    assert.deepEqual([state, read_from, pending], ['off', 'database', 0])
  })
})

/** The database leaves out a total that takes longer than 40 ms, and cursors contain the total. */
function comparable(answer: Record<string, unknown>, inDatabase: Record<string, unknown>): unknown {
  const isTotal = inDatabase['total_is_exact'] !== false && inDatabase['total'] !== null
  return rounded(isTotal ? answer : { ...answer, total: 0, total_is_exact: 0, pages: 0, next_cursor: 0 })
}
