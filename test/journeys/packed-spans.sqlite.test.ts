import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { CompiledQuery } from 'kysely'
import { documentOf } from '../../src/server/db/index.ts'
import { forgetStatements } from '../../src/server/requests/insert-queries.ts'
import { findRequest } from '../../src/server/requests/queries.ts'
import { frameOf } from '../../src/server/traces/queries.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import {
  attributes,
  chatValues,
  exported,
  exportSpans,
  newSpanId,
  newTraceId,
  otlpSpan,
  readTrace,
} from './support/otlp.ts'
import { idsIn, searchPage } from './support/request-search.ts'

suite('packed spans', () => {
  const app = appOfSuite()
  const call = (traceId: string, fields: object = {}) =>
    otlpSpan({
      traceId,
      name: 'chat',
      values: { ...chatValues, 'gen_ai.response.id': traceId },
      ...fields,
    })

  /** Spans with the frames that hold their documents. */
  const rowsOf = (traceId: string) =>
    app.context.store.db
      .selectFrom('spans')
      .select([
        'workspace_id',
        'span_id',
        'request_id',
        'document',
        'packed',
        'size',
        frameOf('sqlite').as('frame'),
      ])
      .where('trace_id', '=', traceId)
      .orderBy('started_at')
      .execute()

  /** Another instrumentation reports the call from within its span. */
  const report = (traceId: string, parentSpanId: string, fields: object = {}) => {
    const spans = [call(traceId, { parentSpanId, at: 1, ...fields })]
    const scopeSpans = [{ scope: { name: 'another instrumentation' }, spans }]
    return app.api.post('/v1/traces', { resourceSpans: [{ scopeSpans }] })
  }

  const requestsOf = async (traceId: string): Promise<(number | null)[]> =>
    (await readTrace(app.api, traceId)).spans.map(
      (span: { request_log_id: number | null }) => span.request_log_id,
    )

  test('the document of a model call is in the frame of its request, the document of another span in a frame of its own', async () => {
    const traceId = newTraceId()
    await exportSpans(app.api, call(traceId), otlpSpan({ traceId, name: 'a step', at: 5 }))
    const rows = await rowsOf(traceId)
    assert.deepEqual(
      rows.map(({ packed }) => packed === null),
      [true, false],
    )
    for (const { document, size, frame } of rows)
      assert.deepEqual([document, size], ['', documentOf(frame!).length])
  })

  test('a span of an older version is read from its text, and compared with new spans', async () => {
    const traceId = newTraceId()
    await exportSpans(app.api, call(traceId), otlpSpan({ traceId, name: 'a step', at: 5 }))
    const before = await readTrace(app.api, traceId)
    const rows = await rowsOf(traceId)
    await app.context.store.append(
      rows.map(({ span_id, frame }) =>
        CompiledQuery.raw('update spans set document = ?, packed = null where span_id = ?', [
          documentOf(frame!),
          span_id,
        ]),
      ),
    )
    assert.deepEqual(await readTrace(app.api, traceId), before)
    await report(traceId, rows[0]!.span_id)
    const [first, second] = await requestsOf(traceId)
    assert.ok(first)
    assert.equal(first, second)
  })

  test('a span keeps its document when its request is deleted, or made from another span', async () => {
    const [deleted, displaced] = [newTraceId(), newTraceId()]
    for (const traceId of [deleted, displaced]) await exportSpans(app.api, call(traceId))
    const { store } = app.context
    const document = async (traceId: string) => documentOf((await rowsOf(traceId))[0]!.frame!)
    const before = await Promise.all([deleted, displaced].map(document))
    const [row] = await rowsOf(deleted)
    const request = await findRequest(store.db, row!.workspace_id as never, row!.request_id!)
    await store.append(forgetStatements(store, request!))
    const [original] = await rowsOf(displaced)
    const message = { role: 'user', parts: [{ type: 'text', content: 'Hello' }] }
    const values = { ...chatValues, 'gen_ai.input.messages': JSON.stringify([message, message, message]) }
    await report(displaced, original!.span_id, { attributes: attributes(values) })
    const [first, second] = await rowsOf(displaced)
    assert.deepEqual([first!.request_id, second!.request_id], [null, original!.request_id])
    assert.deepEqual(await Promise.all([deleted, displaced].map(document)), before)
  })

  test('new spans that arrive twice at once are stored once, with one request', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    const spans = Array.from({ length: 5 }, (_, index) =>
      call(traceId, { spanId: newSpanId(), at: index * 10_000, name: `${index}` }),
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post('/v1/traces', exported(spans))),
    )
    for (const { status } of answers) assert.equal(status, 200)
    const read = await readTrace(api, traceId)
    const requests = new Set(read.spans.map((span: { request_log_id: number | null }) => span.request_log_id))
    assert.equal(read.spans.length, 5)
    assert.deepEqual(idsIn(await searchPage(api, { q: 'hello' })).length, requests.size)
  })

  test('a trace gets no more spans once it is closed, even if they are sent at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const traceId = newTraceId()
      await exportSpans(app.api, otlpSpan({ traceId, name: 'first' }))
      const [closed, sent] = await Promise.all([
        app.api.post(`/api/public/v2/traces/${traceId}/close`),
        app.api.post('/v1/traces', exported([call(traceId)])),
      ])
      assert.equal(closed.status, 201)
      const { spans } = await readTrace(app.api, traceId)
      assert.equal(spans.length, sent.status === 200 ? 2 : 1)
      assert.notEqual((await app.api.post('/v1/traces', exported([call(traceId)]))).status, 200)
      assert.equal((await readTrace(app.api, traceId)).spans.length, spans.length)
    }
  })

  test('a trace in one export has the same summary as a trace that is exported span by span', async () => {
    const traceId = newTraceId()
    const root = newSpanId()
    const spans = [
      otlpSpan({ traceId, spanId: root, name: 'agent', attributes: attributes({ 'session.id': 's1' }) }),
      call(traceId, {
        parentSpanId: root,
        at: 10,
        attributes: attributes({ ...chatValues, 'user.id': 'u1' }),
      }),
      otlpSpan({
        traceId,
        parentSpanId: root,
        name: 'execute_tool search',
        at: 20,
        values: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' },
      }),
      otlpSpan({ traceId, parentSpanId: root, name: 'failed', at: 30, status: { code: 2, message: 'no' } }),
    ]
    const [whole, inParts] = [await app.newWorkspace(), await app.newWorkspace()]
    await exportSpans(whole.api, ...spans)
    for (const span of spans) await exportSpans(inParts.api, span)
    const summariesOf = async ({ id }: { id: number }) => {
      const { db } = app.context.store
      const [trace] = await db.selectFrom('traces').selectAll().where('workspace_id', '=', id).execute()
      const { workspace_id, created_at, updated_at, facets, ...summary } = trace!
      const listed = await db.selectFrom('trace_facets').selectAll().where('workspace_id', '=', id).execute()
      return {
        ...summary,
        facets: (JSON.parse(facets) as unknown[]).map((facet) => JSON.stringify(facet)).sort(),
        listed: listed.map(({ workspace_id: _, ...facet }) => JSON.stringify(facet)).sort(),
      }
    }
    const summary = await summariesOf(whole)
    // The request of a later export gets the session of its trace in the background.
    const later = await until(
      async () => {
        // Listing traces starts the summariser.
        await inParts.api.post('/api/public/v2/traces/search', {})
        return summariesOf(inParts)
      },
      ({ due_at }) => due_at === null,
    )
    assert.deepEqual(summary, later)
    assert.deepEqual([summary.span_count, summary.request_count, summary.error_count], [4, 1, 1])
    assert.equal(summary.session_id, 's1')
  })
})
