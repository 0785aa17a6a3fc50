import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Api } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { attributes, chatValues, newSpanId, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { readBack } from './support/requests.ts'
import { chat, publish, user } from './support/templates.ts'

const callValues = { ...chatValues, 'gen_ai.response.id': 'chatcmpl-1' }
/** Less detail of the same call. */
const callWithoutMessages = Object.fromEntries(
  Object.entries(callValues).filter(([key]) => !key.includes('messages')),
)

const context = {
  'promptlayer.prompt.name': 'greeting',
  'promptlayer.prompt.version': 1,
  'promptlayer.prompt.input_variables': '{"name":"Ada"}',
  'promptlayer.metadata.customer': 'acme',
  'promptlayer.tags': ['gold'],
  'promptlayer.score.tone': 90,
  'gen_ai.usage.cost': 0.5,
}

/** One export of one instrumentation's span. */
const report = (api: Api, scope: string, span: object) =>
  api.post('/v1/traces', { resourceSpans: [{ scopeSpans: [{ scope: { name: scope }, spans: [span] }] }] })

suite('a call that two instrumentations report', () => {
  const app = appOfSuite()

  const requestsOf = async (api: Api) => {
    const { body } = await api.post('/api/public/v2/requests/search', {})
    return Promise.all(body.items.map(({ id }: { id: number }) => readBack(api, id)))
  }
  const newApi = async () => {
    const { api } = await app.newWorkspace()
    await publish(api, 'greeting', chat(user('Hello {name}')))
    return api
  }
  const assertWhole = (request: Awaited<ReturnType<typeof readBack>>) => {
    assert.equal(request.prompt_version_number, 1)
    assert.deepEqual(request.prompt_input_variables, { name: 'Ada' })
    assert.deepEqual(request.tags, ['gold'])
    assert.equal(request.metadata.customer, 'acme')
    assert.deepEqual(request.scores, [{ name: 'tone', score: 90 }])
    assert.deepEqual([request.price, request.price_source], [0.5, 'given'])
    assert.equal(request.prompt_blueprint.prompt_template.messages.length, 2)
  }

  test('keeps variables that were tracked on it when its span is sent again', async () => {
    const api = await newApi()
    const traceId = newTraceId()
    const span = (input_variables: string) => ({
      ...otlpSpan({ traceId, spanId: '00000000000000aa' }),
      attributes: attributes({ ...callValues, 'promptlayer.prompt.input_variables': input_variables }),
    })
    const countWith = async (name: string) => {
      const filter = { field: 'input_variables', operator: 'key_equals', nested_key: 'name', value: name }
      const filter_group = { logic: 'AND', filters: [filter] }
      return (await api.post('/api/public/v2/requests/search', { filter_group })).body.items.length
    }
    await report(api, 'one', span('{"name":"Ada"}'))
    const [{ request_id }] = await requestsOf(api)
    const variables = { name: 'Grace' }
    const tracked = { request_id, prompt_name: 'greeting', prompt_input_variables: variables }
    assert.equal((await api.post('/rest/track-prompt', tracked)).status, 200)
    await report(api, 'one', span('{"name":"Eve"}'))
    const [again] = await requestsOf(api)
    assert.deepEqual([again.request_id, again.prompt_input_variables], [request_id, variables])
    assert.deepEqual([await countWith('Grace'), await countWith('Eve')], [1, 0])
  })

  for (const [title, isContextFirst] of [
    ['keeps the context of the span with less detail, which arrives last', false],
    ['keeps the context of the span with less detail, which arrives first', true],
  ] as const)
    test(title, async () => {
      const api = await newApi()
      const traceId = newTraceId()
      const [outer, inner] = [newSpanId(), newSpanId()]
      const spans = [
        [
          'openai',
          otlpSpan({
            traceId,
            spanId: inner,
            parentSpanId: outer,
            values: callValues,
            at: 10,
            milliseconds: 900,
          }),
        ],
        ['framework', otlpSpan({ traceId, spanId: outer, values: { ...callWithoutMessages, ...context } })],
      ] as const
      const ordered = isContextFirst ? spans.toReversed() : spans
      for (const [scope, span] of [...ordered, ...ordered]) {
        const reply = await report(api, scope, span)
        assert.equal(reply.status, 200)
      }
      const requests = await requestsOf(api)
      assert.equal(requests.length, 1)
      assertWhole(requests[0])
      const { spans: shown } = await readTrace(api, traceId)
      const ids = shown.map((span: { request_log_id: number }) => span.request_log_id)
      assert.deepEqual(ids, [requests[0].request_id, requests[0].request_id])
      for (const filter of [
        { field: 'metadata', nested_key: 'customer', operator: 'key_equals', value: 'acme' },
        { field: 'tags', operator: 'in', value: ['gold'] },
        { field: 'input_variables', nested_key: 'name', operator: 'key_equals', value: 'Ada' },
        { field: 'cost', operator: 'gte', value: 0.5 },
      ]) {
        const { body } = await api.post('/api/public/v2/requests/search', {
          filter_group: { filters: [filter] },
        })
        assert.equal(body.items?.length, 1, JSON.stringify({ filter, body }))
      }
    })

  test('keeps the context of both spans of one export', async () => {
    const api = await newApi()
    const traceId = newTraceId()
    const [outer, inner] = [newSpanId(), newSpanId()]
    const scopeSpans = [
      {
        scope: { name: 'openai' },
        spans: [otlpSpan({ traceId, spanId: inner, parentSpanId: outer, values: callValues })],
      },
      {
        scope: { name: 'langchain' },
        spans: [otlpSpan({ traceId, spanId: outer, values: { ...callWithoutMessages, ...context } })],
      },
    ]
    const { status, body } = await api.post('/v1/traces', { resourceSpans: [{ scopeSpans }] })
    assert.deepEqual([status, body], [200, {}])
    const [request, other] = await requestsOf(api)
    assert.equal(other, undefined)
    assertWhole(request)
  })

  test('keeps the context of a request that is merged into another', async () => {
    const api = await newApi()
    const traceId = newTraceId()
    const [outer, middle, inner] = [newSpanId(), newSpanId(), newSpanId()]
    // Without an id and a direct relation, nothing connects the outer span with the inner one.
    const { 'gen_ai.response.id': _, ...anonymous } = callWithoutMessages
    await report(api, 'a', otlpSpan({ traceId, spanId: outer, values: { ...anonymous, ...context } }))
    await report(
      api,
      'c',
      otlpSpan({ traceId, spanId: inner, parentSpanId: middle, values: callValues, at: 2 }),
    )
    const [first] = (await requestsOf(api)).filter(({ tags }) => tags.length > 0)
    const tracked = { request_id: first.request_id, metadata: { stage: 'beta' } }
    assert.equal((await api.post('/rest/track-metadata', tracked)).status, 200)
    assert.equal((await requestsOf(api)).length, 2)
    await report(
      api,
      'b',
      otlpSpan({ traceId, spanId: middle, parentSpanId: outer, values: callWithoutMessages, at: 1 }),
    )
    const requests = await requestsOf(api)
    assert.equal(requests.length, 1)
    assertWhole(requests[0])
    assert.equal(requests[0].metadata.stage, 'beta')
  })

  test('is counted only in the trace whose span has more detail', async () => {
    const api = await newApi()
    const [first, second] = [newTraceId(), newTraceId()]
    await report(api, 'first', otlpSpan({ traceId: first, values: callWithoutMessages }))
    const listed = async () => {
      const { body } = await api.post('/api/public/v2/traces/search', {})
      return new Map(body.items.map((item: { trace_id: string }) => [item.trace_id, item]))
    }
    const requestsIn = async (trace: string) =>
      ((await listed()).get(trace) as { request_count: number } | undefined)?.request_count
    assert.equal(await requestsIn(first), 1)
    await report(api, 'second', otlpSpan({ traceId: second, values: callValues }))
    await until(async () => (await requestsIn(first)) === 0)
    assert.equal(await requestsIn(second), 1)
    assert.equal((await requestsOf(api)).length, 1)
  })

  test('is a request of its own in each workspace', async () => {
    const [one, other] = [await newApi(), await newApi()]
    const traceId = newTraceId()
    const outer = newSpanId()
    await report(one, 'openai', otlpSpan({ traceId, parentSpanId: outer, values: callValues }))
    await report(other, 'framework', otlpSpan({ traceId, spanId: outer, values: callValues }))
    assert.deepEqual([(await requestsOf(one)).length, (await requestsOf(other)).length], [1, 1])
  })

  test('is stored even if thousands of spans have the same response id', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    const parentSpanId = newSpanId()
    const scopes = Array.from({ length: 2 }, (_, scope) => ({
      scope: { name: `scope ${scope}` },
      spans: Array.from({ length: 2_000 }, () => ({
        ...otlpSpan({ traceId, parentSpanId }),
        attributes: attributes(callValues),
      })),
    }))
    const reply = await api.post('/v1/traces', { resourceSpans: [{ scopeSpans: scopes }] })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
    const { body } = await api.post('/api/public/v2/requests/analytics', {})
    // Sixteen spans of the first instrumentation are compared with each span of the second.
    assert.equal(body.totalRequests, 2 * 2_000 - 16)
  })
})
