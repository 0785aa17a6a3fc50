import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, newSpanId, newTraceId, readTrace } from './support/otlp.ts'
import { logCall, messageLines, readBack } from './support/requests.ts'

suite('spans in bulk', () => {
  const app = appOfSuite()
  const start = 1_795_168_800_000_000_000n

  function bulkSpan(traceId: string, rest: object = {}, spanId = newSpanId()) {
    return {
      name: 'a step',
      context: { trace_id: traceId, span_id: spanId, trace_state: '' },
      kind: 'SpanKind.INTERNAL',
      parent_id: null,
      start_time: String(start),
      end_time: String(start + 2_000_000_000n),
      status: { status_code: 'StatusCode.OK' },
      attributes: {},
      resource: { attributes: { 'service.name': 'web' }, schema_url: '' },
      ...rest,
    }
  }

  const send = (spans: unknown[], rest: object = {}) => app.api.post('/spans-bulk', { spans, ...rest })

  suite('POST /spans-bulk', () => {
    test('stores spans unchanged; times may be numbers or digits', async () => {
      const traceId = newTraceId()
      const span = bulkSpan(traceId, {
        attributes: { function_input: '[1]', nested: { deep: [1, { a: null }] } },
        events: [{ name: 'said', timestamp: String(start), attributes: { a: 1 } }],
        links: [{ context: { traceId: 'other', spanId: 'span' }, attributes: {} }],
      })
      const raw = JSON.stringify({ spans: [span] }).replace(/"(1795168800)000000000"/, '$1000000001')
      const { status, body } = await app.api.post('/spans-bulk', raw)
      assert.equal(status, 201)
      assert.deepEqual(body, {
        success: true,
        spans: [
          {
            name: 'a step',
            trace_id: traceId,
            span_id: span.context.span_id,
            parent_id: null,
            request_log_id: null,
          },
        ],
        request_logs: null,
        rejected_span_ids: null,
        rejected_trace_ids: null,
        rejection_reason: null,
      })
      const [read] = (await readTrace(app.api, traceId)).spans
      assert.equal(read.start_time, '1795168800000000001')
      assert.deepEqual(read.attributes, { function_input: '[1]', nested: { deep: [1, { a: null }] } })
      assert.deepEqual(read.links[0].context, { trace_id: 'other', span_id: 'span' })
    })

    test('a key named __proto__ or constructor is stored as any other key', async () => {
      const traceId = newTraceId()
      const raw = JSON.stringify({ spans: [bulkSpan(traceId, { attributes: { marker: 1 } })] })
      const hostile = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
      await app.api.post('/spans-bulk', raw.replace('{"marker":1}', hostile))
      const [read] = (await readTrace(app.api, traceId)).spans
      assert.equal(JSON.stringify(read.attributes), hostile)
      assert.equal(({} as { polluted?: boolean }).polluted, undefined)
    })

    test('a request that is logged with its span has the times of the span', async () => {
      const traceId = newTraceId()
      const { request_start_time: _start, request_end_time: _end, ...log } = logCall({ tags: ['span'] })
      const { body } = await send([bulkSpan(traceId, { log_request: log })])
      const [{ id, span_id, trace_id }] = body.request_logs
      const request = await readBack(app.api, id)
      assert.deepEqual(
        [request.request_start_time, request.latency_ms, request.trace_id, request.tags],
        ['2026-11-20T10:00:00.000Z', 2000, traceId, ['span']],
      )
      assert.deepEqual(messageLines(request.prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
      assert.deepEqual([trace_id, span_id], [traceId, body.spans[0].span_id])
    })

    test('a span whose request names an unknown template is stored without the request', async () => {
      const traceId = newTraceId()
      const { status, body } = await send([
        bulkSpan(traceId, { log_request: logCall({ prompt_name: 'none' }) }),
      ])
      assert.deepEqual([status, body.request_logs], [201, null])
      assert.equal((await readTrace(app.api, traceId)).spans[0].request_log_id, null)
    })

    test('attributes of a model call make a request', async () => {
      const { body } = await send([bulkSpan(newTraceId(), { attributes: chatValues })])
      assert.equal((await readBack(app.api, body.spans[0].request_log_id)).tokens, 26)
    })

    test('of two spans with one id in a call the first is stored; a later call replaces it', async () => {
      const traceId = newTraceId()
      const spanId = newSpanId()
      const spanNamed = (name: string) => bulkSpan(traceId, { name }, spanId)
      const names = async () => {
        const { spans } = await readTrace(app.api, traceId)
        return spans.map(({ name }: { name: string }) => name)
      }
      await send([spanNamed('first'), spanNamed('second')])
      assert.deepEqual(await names(), ['first'])
      await send([spanNamed('third')])
      assert.deepEqual(await names(), ['third'])
    })

    test('one invalid span refuses all spans, and the refusal names it', async () => {
      const traceId = newTraceId()
      const crowded = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`k${index}`, 1]))
      for (const [wrong, loc] of [
        [{ kind: 'CLIENT' }, ['body', 'spans', '1', 'kind']],
        [{ start_time: -1 }, ['body', 'spans', '1', 'start_time']],
        [{ log_request: {} }, ['body', 'spans', '1', 'log_request', 'provider']],
        [{ attributes: crowded }, ['body', 'spans', '1']],
      ] as const) {
        const { status, body } = await send([bulkSpan(traceId), bulkSpan(traceId, wrong)])
        assert.equal(status, 422)
        assert.deepEqual(body.detail[0].loc, loc)
      }
      assert.equal((await app.api.get(`/api/public/v2/traces/${traceId}`)).status, 404)
    })
  })
})
