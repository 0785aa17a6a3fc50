import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { exported, exportSpans, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'

suite('traces', () => {
  const app = appOfSuite()
  const close = (traceId: string) => app.api.post(`/api/public/v2/traces/${traceId}/close`)
  const nameOf = ({ name }: { name: string }) => name

  /** All spans of a trace, page by page. */
  async function readAll(traceId: string, limit: number): Promise<string[][]> {
    const pages: string[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `?limit=${limit}${cursor && `&cursor=${cursor}`}`
      const { spans, next_cursor } = await readTrace(app.api, traceId, query)
      pages.push(spans.map(nameOf))
      cursor = next_cursor
    }
    return pages
  }

  suite('reading a trace', () => {
    test('returns spans in the order in which they began, however late they arrive', async () => {
      const traceId = newTraceId()
      const parent = newSpanId()
      const child = (name: string, at: number) => otlpSpan({ traceId, parentSpanId: parent, name, at })
      await exportSpans(app.api, child('third', 30))
      await exportSpans(app.api, child('second', 20))
      await exportSpans(app.api, otlpSpan({ traceId, spanId: parent, name: 'first', at: 10 }))
      assert.deepEqual((await readTrace(app.api, traceId)).spans.map(nameOf), ['first', 'second', 'third'])
    })

    test('returns every span once, page by page, also spans that began at the same time', async () => {
      const traceId = newTraceId()
      const spans = Array.from({ length: 25 }, (_, index) =>
        otlpSpan({ traceId, name: `${index}`, at: Math.floor(index / 10) }),
      )
      await exportSpans(app.api, ...spans)
      for (const limit of [1, 7, 25, 1000]) {
        const pages = await readAll(traceId, limit)
        assert.equal(pages.length, Math.ceil(25 / limit))
        assert.deepEqual(new Set(pages.flat()), new Set(spans.map(nameOf)))
        assert.equal(pages.flat().length, 25)
      }
    })

    test('ends a page of large spans before its limit', async () => {
      const traceId = newTraceId()
      const large = (name: string) =>
        otlpSpan({ traceId, name, at: Number(name), values: { text: 'x'.repeat(3_000_000) } })
      for (const name of ['0', '1', '2', '3', '4']) await exportSpans(app.api, large(name))
      assert.deepEqual(await readAll(traceId, 1000), [['0', '1'], ['2', '3'], ['4']])
    })

    test('refuses missing traces and invalid cursors', async () => {
      assert.equal((await app.api.get(`/api/public/v2/traces/${newTraceId()}`)).status, 404)
      const traceId = newTraceId()
      await exportSpans(app.api, otlpSpan({ traceId }))
      for (const cursor of ['x', 'W10', Buffer.from('["1","x"]').toString('base64url')]) {
        const { status, body } = await app.api.get(`/api/public/v2/traces/${traceId}?cursor=${cursor}`)
        assert.equal(status, 422)
        assert.deepEqual(body.detail[0].loc, ['query', 'cursor'])
      }
    })
  })

  suite('closing a trace', () => {
    test('is final, and the trace has the status closed', async () => {
      const traceId = newTraceId()
      await exportSpans(app.api, otlpSpan({ traceId }))
      assert.equal((await readTrace(app.api, traceId)).status, 'open')
      const { status, body } = await close(traceId)
      assert.equal(status, 201)
      const { id: _id, workspace_id: _workspace, created_at, updated_at, ...closure } = body.closure
      assert.deepEqual(closure, { trace_id: traceId, status: 'closed' })
      assert.equal(created_at, updated_at)
      const again = await close(traceId)
      assert.deepEqual([again.status, again.body.success], [409, false])
      assert.equal((await readTrace(app.api, traceId)).status, 'closed')
      assert.equal((await close(newTraceId())).status, 404)
    })

    test('refuses an OTLP call that contains spans of a closed trace', async () => {
      const [closed, open] = [newTraceId(), newTraceId()]
      await exportSpans(app.api, otlpSpan({ traceId: closed }))
      await close(closed)
      const { status, body } = await exportSpans(
        app.api,
        otlpSpan({ traceId: open }),
        otlpSpan({ traceId: closed }),
      )
      assert.equal(status, 409)
      assert.deepEqual(body.trace_ids, [closed])
      assert.equal(typeof body.error, 'string')
      assert.equal((await app.api.get(`/api/public/v2/traces/${open}`)).status, 404)
    })

    test('makes /spans-bulk reject the spans of closed traces and name them', async () => {
      const [closed, open] = [newTraceId(), newTraceId()]
      const span = (trace_id: string) => ({
        name: 'a step',
        context: { trace_id, span_id: newSpanId(), trace_state: '' },
        kind: 'SpanKind.INTERNAL',
        start_time: 1,
        end_time: 2,
        status: { status_code: 'StatusCode.OK' },
        attributes: {},
        resource: { attributes: {}, schema_url: '' },
      })
      const first = await app.api.post('/spans-bulk', { spans: [span(closed)], close_after: true })
      assert.equal(first.status, 201)
      const late = span(closed)
      const { status, body } = await app.api.post('/spans-bulk', { spans: [span(open), late] })
      assert.equal(status, 201)
      assert.deepEqual(
        [body.rejected_span_ids, body.rejected_trace_ids, body.rejection_reason, body.spans.length],
        [[late.context.span_id], [closed], 'trace_closed', 1],
      )
      assert.equal((await readTrace(app.api, closed)).spans.length, 1)
    })

    test('can be requested with the last spans', async () => {
      const traceId = newTraceId()
      const path = '/v1/traces?close_after=true'
      assert.equal((await app.api.post(path, exported([otlpSpan({ traceId })]))).status, 200)
      assert.equal((await readTrace(app.api, traceId)).status, 'closed')
    })

    test('during other calls stores the spans that came before, and refuses later ones', async () => {
      const traceId = newTraceId()
      await exportSpans(app.api, otlpSpan({ traceId }))
      const sending = Array.from({ length: 10 }, () => exportSpans(app.api, otlpSpan({ traceId })))
      const [closing, ...answers] = await Promise.all([close(traceId), ...sending])
      assert.equal(closing!.status, 201)
      const acceptedCount = answers.filter(({ status }) => status === 200).length
      assert.equal((await readTrace(app.api, traceId)).spans.length, acceptedCount + 1)
      assert.equal((await exportSpans(app.api, otlpSpan({ traceId }))).status, 409)
    })
  })
})
