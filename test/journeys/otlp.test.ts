import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { appOfSuite } from '../kit/app.ts'
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
import { statusIn } from './support/otlp-protobuf.ts'
import { messageLines, readBack } from './support/requests.ts'
import { chat, publish, user } from './support/templates.ts'

suite('OTLP', () => {
  const app = appOfSuite()
  const send = (body: string | Uint8Array, headers: Record<string, string>) =>
    fetch(`${app.baseUrl}/v1/traces`, {
      method: 'POST',
      headers: { 'X-Api-Key': app.key, 'Content-Type': 'application/json', ...headers },
      body: body as string,
    })

  suite('spans over OTLP, as JSON', () => {
    test('are read back as they were sent', async () => {
      const traceId = newTraceId()
      const link = { traceId: newTraceId(), spanId: newSpanId(), attributes: [] }
      const parentSpanId = newSpanId()
      const span = otlpSpan({
        traceId,
        parentSpanId,
        kind: 3,
        traceState: 'a=b',
        status: { code: 2, message: 'no' },
        startTimeUnixNano: '1795168800000000001',
        endTimeUnixNano: '1795168800500000003',
        attributes: [
          ...attributes({ text: 'x', flag: true, number: 5, fraction: 0.5, list: ['a', 1] }),
          { key: 'map', value: { kvlistValue: { values: attributes({ __proto__: 'kept', inner: 'y' }) } } },
          { key: '__proto__', value: { kvlistValue: { values: attributes({ polluted: true }) } } },
          { key: 'bytes', value: { bytesValue: 'AAEC' } },
          { key: 'nothing', value: {} },
        ],
        events: [{ timeUnixNano: '1795168800000000002', name: 'said', attributes: attributes({ a: 1 }) }],
        links: [link],
        droppedAttributesCount: 109,
      })
      const { status, body } = await app.api.post('/v1/traces', exported([span], { 'service.name': 'web' }))
      assert.deepEqual([status, body], [200, {}])
      const { spans, next_cursor } = await readTrace(app.api, traceId)
      assert.equal(next_cursor, null)
      const { attributes: own, ...read } = spans[0]
      assert.equal(
        JSON.stringify(own),
        '{"text":"x","flag":true,"number":5,"fraction":0.5,"list":["a",1],' +
          '"map":{"inner":"y"},"__proto__":{"polluted":true},"bytes":"AAEC","nothing":null}',
      )
      assert.deepEqual(read, {
        name: 'a step',
        context: { trace_id: traceId, span_id: span.spanId, trace_state: 'a=b' },
        kind: 'SpanKind.CLIENT',
        parent_id: parentSpanId,
        start_time: '1795168800000000001',
        end_time: '1795168800500000003',
        latency_ms: 500,
        status: { status_code: 'StatusCode.ERROR', description: 'no' },
        dropped_attributes_count: 109,
        events: [{ name: 'said', timestamp: '1795168800000000002', attributes: { a: 1 } }],
        links: [
          {
            context: {
              trace_id: link.traceId,
              span_id: link.spanId,
            },
            attributes: {},
          },
        ],
        resource: { attributes: { 'service.name': 'web' }, schema_url: '' },
        scope: { name: 'test', version: '' },
        request_log_id: null,
        attribute_style: null,
        attributes_not_understood: [],
      })
    })

    test('may be none: an exporter probes the server with an empty call', async () => {
      for (const body of [{}, { resourceSpans: [] }, { resourceSpans: [{ scopeSpans: [] }] }])
        assert.deepEqual((await app.api.post('/v1/traces', body)).status, 200)
      const binary = await send(new Uint8Array(), { 'Content-Type': 'application/x-protobuf' })
      assert.deepEqual([binary.status, (await binary.arrayBuffer()).byteLength], [200, 0])
    })

    test('may be compressed', async () => {
      for (const [encoding, compress] of [
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['identity', (text: string) => Buffer.from(text)],
      ] as const) {
        const traceId = newTraceId()
        const answer = await send(compress(JSON.stringify(exported([otlpSpan({ traceId })]))), {
          'Content-Encoding': encoding,
        })
        assert.equal(answer.status, 200, encoding)
        assert.equal((await readTrace(app.api, traceId)).spans.length, 1)
      }
    })

    test('are refused with the status for a wrong compression, type or size', async () => {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
      const cases: [string | Uint8Array, Record<string, string>, number][] = [
        ['{}', { 'Content-Type': 'text/plain' }, 415],
        ['{}', { 'Content-Encoding': 'br' }, 415],
        ['{}', { 'Content-Encoding': 'constructor' }, 415],
        ['{}', { 'Content-Encoding': 'gzip' }, 422],
        [bomb, { 'Content-Encoding': 'gzip' }, 413],
        [bomb, { 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-protobuf' }, 413],
        [
          Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]),
          { 'Content-Type': 'application/x-protobuf' },
          422,
        ],
        [Buffer.from([0xff, 0xff]), { 'Content-Type': 'application/x-protobuf' }, 422],
      ]
      for (const [body, headers, status] of cases) {
        const answer = await send(body, headers)
        assert.equal(answer.status, status, JSON.stringify(headers))
        const isBinary = headers['Content-Type'] === 'application/x-protobuf'
        assert.equal(
          answer.headers.get('content-type')!.split(';')[0],
          isBinary ? 'application/x-protobuf' : 'application/json',
        )
        const message = isBinary
          ? statusIn(await answer.bytes()).message
          : ((await answer.json()) as { message: string }).message
        assert.ok(message)
      }
    })

    test('that cannot be stored are counted as rejected, and the others are stored', async () => {
      const traceId = newTraceId()
      const crowded = Array.from({ length: 20_001 }, (_, index) => ({ key: `k${index}` }))
      const { status, body } = await exportSpans(
        app.api,
        otlpSpan({ traceId, spanId: '0000000000000000' }),
        otlpSpan({ traceId, attributes: crowded }),
        otlpSpan({ traceId, name: 'well' }),
      )
      assert.equal(status, 200)
      assert.equal(body.partialSuccess.rejectedSpans, 2)
      assert.match(body.partialSuccess.errorMessage, /span id/)
      const { spans } = await readTrace(app.api, traceId)
      assert.deepEqual(
        spans.map(({ name }: { name: string }) => name),
        ['well'],
      )
    })
  })

  test('only malformed spans are rejected', async () => {
    const traceId = newTraceId()
    const well = otlpSpan({ traceId, name: 'well' })
    const { spanId: _, ...withoutId } = well
    const malformed = [
      withoutId,
      { ...well, traceId: 'short' },
      { ...well, startTimeUnixNano: 'yesterday' },
      { ...well, attributes: [{ value: { stringValue: 'x' } }] },
      { ...well, kind: 9 },
      'no object',
      null,
    ]
    const { status, body } = await exportSpans(app.api, ...malformed, well)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.partialSuccess.rejectedSpans, malformed.length)
    assert.match(body.partialSuccess.errorMessage, /the span is malformed: spanId/)
    const { spans } = await readTrace(app.api, traceId)
    assert.deepEqual(
      spans.map(({ name }: { name: string }) => name),
      ['well'],
    )
  })

  test('a large resource with many spans is not written out for each of them', async () => {
    const traceId = newTraceId()
    const spans = Array.from({ length: 100 }, () => otlpSpan({ traceId }))
    const { status } = await app.api.post('/v1/traces', exported(spans, { text: 'x'.repeat(1_000_000) }))
    assert.equal(status, 413)
    assert.equal((await app.api.get(`/api/public/v2/traces/${traceId}`)).status, 404)
  })

  test('one call may contain spans of many traces', async () => {
    const traceIds = Array.from({ length: 1_200 }, newTraceId)
    const spans = traceIds.map((traceId) => otlpSpan({ traceId, spanId: '00000000000000aa' }))
    for (let time = 0; time < 2; time++) assert.equal((await exportSpans(app.api, ...spans)).status, 200)
    for (const traceId of [traceIds[0]!, traceIds.at(-1)!])
      assert.equal((await readTrace(app.api, traceId)).spans.length, 1)
  })

  suite('a span that is a call of a model', () => {
    const requestOf = async (traceId: string) => {
      const { spans } = await readTrace(app.api, traceId)
      return readBack(app.api, spans[0].request_log_id)
    }

    test('has the number of dropped attributes in its metadata, and the roles of the other messages', async () => {
      const traceId = newTraceId()
      const values = {
        'openinference.span.kind': 'LLM',
        'llm.model_name': 'gpt-4o-mini',
        'llm.input_messages.34.message.tool_calls.0.tool_call.function.name': 'look_up',
        'llm.input_messages.34.message.tool_calls.0.tool_call.function.arguments': '{}',
        'llm.input_messages.35.message.tool_call_id': 'call_1',
        'llm.input_messages.35.message.content': 'rain',
        'llm.input_messages.36.message.role': 'user',
        'llm.input_messages.36.message.content': 'And now?',
      }
      await exportSpans(app.api, otlpSpan({ traceId, values, droppedAttributesCount: 109 }))
      const { metadata, prompt_blueprint } = await requestOf(traceId)
      assert.equal(metadata['otel.dropped_attributes'], '109')
      const { messages } = prompt_blueprint.prompt_template
      assert.deepEqual(
        messages.map(({ role }: { role: string }) => role),
        ['assistant', 'tool', 'user'],
      )
      assert.equal(messages[0].tool_calls[0].function.name, 'look_up')
      const search = await app.api.post('/api/public/v2/requests/search', {
        filters: [{ field: 'metadata_keys', operator: 'in', value: ['otel.dropped_attributes'] }],
      })
      assert.deepEqual([search.status, search.body.items.length], [200, 1], JSON.stringify(search.body))
    })

    test('is a request in the log, with its trace, template, metadata and scores', async () => {
      await publish(app.api, 'from a span', chat(user('Hello')))
      const traceId = newTraceId()
      const values = {
        ...chatValues,
        'promptlayer.prompt.name': 'from a span',
        'promptlayer.metadata.customer': 'c1',
        'promptlayer.score.tone': 90,
        'promptlayer.tags': ['one'],
        'gen_ai.usage.cost': 0.125,
        'http.request.resend_count': 2,
      }
      const resource = { 'user.id': 'u1' }
      await app.api.post('/v1/traces', exported([otlpSpan({ traceId, values })], resource))
      const request = await requestOf(traceId)
      assert.deepEqual(messageLines(request.prompt_blueprint), ['user: Hello', 'assistant: Hello, Ada.'])
      assert.equal(request.attempts, 3)
      const { provider, model, input_tokens, output_tokens, price, latency_ms, trace_id, tags } = request
      assert.deepEqual(
        { provider, model, input_tokens, output_tokens, price, latency_ms, trace_id, tags },
        {
          provider: 'openai',
          model: 'gpt-4o-mini',
          input_tokens: 21,
          output_tokens: 5,
          price: 0.125,
          latency_ms: 1250,
          trace_id: traceId,
          tags: ['one'],
        },
      )
      assert.deepEqual(request.metadata, { user_id: 'u1', customer: 'c1' })
      assert.deepEqual(request.scores, [{ name: 'tone', score: 90 }])
      assert.ok(request.prompt_id > 0)
    })

    test('that names a template that is not there is logged without it', async () => {
      const traceId = newTraceId()
      const values = { ...chatValues, 'promptlayer.prompt.name': 'nowhere' }
      await exportSpans(app.api, otlpSpan({ traceId, values }))
      assert.equal((await requestOf(traceId)).prompt_id, null)
    })

    test('that failed is a failed request', async () => {
      const traceId = newTraceId()
      const values = { ...chatValues, 'error.type': 'RateLimitError' }
      await exportSpans(app.api, otlpSpan({ traceId, values, status: { code: 2, message: '429 slow down' } }))
      const { status, error_type, error_message } = await requestOf(traceId)
      assert.deepEqual([status, error_type, error_message], ['ERROR', 'PROVIDER_RATE_LIMIT', '429 slow down'])
    })

    test('that ends before it starts, by two clocks, took no time', async () => {
      const traceId = newTraceId()
      await exportSpans(app.api, otlpSpan({ traceId, values: chatValues, milliseconds: -400 }))
      assert.equal((await readTrace(app.api, traceId)).spans[0].latency_ms, 0)
      assert.equal((await requestOf(traceId)).latency_ms, 0)
    })

    test('that arrives twice is one request with the latest fields and the tracked values', async () => {
      const traceId = newTraceId()
      const spanId = newSpanId()
      const { 'gen_ai.output.messages': _none, ...begun } = chatValues
      await exportSpans(app.api, otlpSpan({ traceId, spanId, values: begun, milliseconds: null }))
      const first = await requestOf(traceId)
      assert.deepEqual(messageLines(first.prompt_blueprint), ['user: Hello'])
      const request_id = first.request_id
      await app.api.post('/rest/track-score', { request_id, score: 70, name: 'tone' })
      await app.api.post('/rest/track-metadata', { request_id, metadata: { seen: 'yes' } })
      const whole = otlpSpan({ traceId, spanId, values: chatValues })
      for (const span of [whole, whole, otlpSpan({ traceId, spanId, values: begun, milliseconds: null })])
        assert.equal((await exportSpans(app.api, span)).status, 200)
      const last = await requestOf(traceId)
      assert.equal(last.request_id, request_id)
      assert.deepEqual(messageLines(last.prompt_blueprint), ['user: Hello', 'assistant: Hello, Ada.'])
      assert.equal(last.latency_ms, 1250)
      assert.deepEqual([last.scores, last.metadata], [[{ name: 'tone', score: 70 }], { seen: 'yes' }])
      assert.equal((await readTrace(app.api, traceId)).spans.length, 1)
    })

    for (const [versionOrder, order] of [
      ['start, then the end', [0, 1]],
      ['end, then the start', [1, 0]],
    ] as const)
      test(`whose ${versionOrder}, are in one export is stored as the complete call`, async () => {
        const [traceId, spanId] = [newTraceId(), newSpanId()]
        const { 'gen_ai.output.messages': _none, ...begun } = chatValues
        const versions = [
          otlpSpan({ traceId, spanId, values: begun, milliseconds: null }),
          otlpSpan({ traceId, spanId, values: chatValues }),
        ]
        await exportSpans(app.api, ...order.map((index) => versions[index]))
        const { prompt_blueprint, latency_ms } = await requestOf(traceId)
        assert.deepEqual(messageLines(prompt_blueprint), ['user: Hello', 'assistant: Hello, Ada.'])
        assert.equal(latency_ms, 1250)
      })

    test('with two versions in one export is stored as the later version', async () => {
      const [traceId, spanId] = [newTraceId(), newSpanId()]
      const version = (name: string) => otlpSpan({ traceId, spanId, name, values: chatValues })
      await exportSpans(app.api, version('earlier'), version('later'))
      const { spans } = await readTrace(app.api, traceId)
      assert.deepEqual([spans.length, spans[0].name], [1, 'later'])
    })

    test('is one request even when its client tries again at the same time', async () => {
      const traceId = newTraceId()
      const spans = Array.from({ length: 20 }, (_, index) =>
        otlpSpan({ traceId, values: chatValues, at: index }),
      )
      const answers = await Promise.all(Array.from({ length: 6 }, () => exportSpans(app.api, ...spans)))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      const read = (await readTrace(app.api, traceId)).spans as { request_log_id: number }[]
      assert.equal(read.length, 20)
      const ids = new Set(read.map(({ request_log_id }) => request_log_id))
      assert.equal(ids.size, 20)
      const { db } = app.context.store
      const rows = await db
        .selectFrom('requests')
        .select('id')
        .where(
          'span_id',
          'in',
          spans.map(({ spanId }) => spanId),
        )
        .execute()
      assert.deepEqual(new Set(rows.map(({ id }) => id)), ids)
      assert.equal(rows.length, 20)
    })

    test('has its messages although LiteLLM calls the call a completion', async () => {
      const traceId = newTraceId()
      const values = {
        hidden_params: '{"response_cost": 0.01}',
        'gen_ai.system': 'openai',
        'gen_ai.request.model': 'gpt-4o-mini',
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'Hello',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.content': 'Hello, Ada.',
      }
      const words = ['completion', 'acompletion', 'aresponses', 'anthropic_messages']
      const spans = words.map((word, index) =>
        otlpSpan({ traceId, at: index, values: { ...values, 'llm.request.type': word } }),
      )
      await exportSpans(app.api, ...spans)
      const read = (await readTrace(app.api, traceId)).spans as { request_log_id: number }[]
      for (const { request_log_id } of read) {
        const { prompt_blueprint, price } = await readBack(app.api, request_log_id)
        assert.deepEqual(messageLines(prompt_blueprint), ['user: Hello', 'assistant: Hello, Ada.'])
        assert.equal(price, 0.01)
      }
      assert.equal(read.length, words.length)
    })

    test('another workspace may have the same trace', async () => {
      const traceId = newTraceId()
      const span = otlpSpan({ traceId, values: chatValues })
      const other = await app.newWorkspace()
      await exportSpans(app.api, span)
      assert.equal((await other.api.get(`/api/public/v2/traces/${traceId}`)).status, 404)
      await exportSpans(other.api, span)
      const [own, theirs] = await Promise.all([readTrace(app.api, traceId), readTrace(other.api, traceId)])
      assert.notEqual(own.spans[0].request_log_id, theirs.spans[0].request_log_id)
    })
  })

  suite('the key of an exporter', () => {
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const statusOf = async (path: string, authorization: string) => {
      const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
      return (await fetch(app.baseUrl + path, { method: 'POST', headers, body: '{}' })).status
    }

    test('is accepted as a Bearer token and as the password of Basic', async () => {
      for (const path of ['/v1/traces', '/v1/logs'])
        for (const authorization of [`Bearer ${app.key}`, `bearer  ${app.key}`, basic(`any:${app.key}`)])
          assert.equal(await statusOf(path, authorization), 200, `${path} ${authorization}`)
    })

    test('is refused in other forms, if it is unknown, and in that header by other endpoints', async () => {
      const wrong = ['Bearer', 'Bearer pl_other', 'Basic !', basic(app.key), basic(`${app.key}:`), app.key]
      for (const authorization of wrong) assert.equal(await statusOf('/v1/traces', authorization), 401)
      assert.equal(await statusOf('/log-request', `Bearer ${app.key}`), 401)
    })
  })
})
