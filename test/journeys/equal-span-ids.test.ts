import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite, type TestApp } from '../kit/app.ts'
import { attributes, chatValues, exportSpans, newTraceId, otlpSpan, readTrace } from './support/otlp.ts'
import { endedDeletion } from './support/person-deletion.ts'

const v2 = '/api/public/v2'
const spanId = '00000000000000a1'
const start = 1_795_168_800_000

const chat = (traceId: string, text: string, at: number) =>
  otlpSpan({
    traceId,
    spanId,
    at,
    values: {
      ...chatValues,
      'gen_ai.input.messages': `[{"role":"user","parts":[{"type":"text","content":"${text}"}]}]`,
    },
  })

const tracked = (text: string, at: number) => ({
  function_name: 'openai.chat.completions.create',
  provider_type: 'openai',
  args: [],
  kwargs: { model: 'o3', messages: [{ role: 'user', content: text }] },
  request_response: {
    choices: [{ message: { role: 'assistant', content: 'x' } }],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  },
  request_start_time: new Date(start + at).toISOString(),
  request_end_time: new Date(start + at + 1_000).toISOString(),
  span_id: spanId,
})

describe('spans of two traces with the same id', () => {
  const app = appOfSuite()

  const requestsOf = async (api: TestApp['api'], traceId: string): Promise<(number | null)[]> =>
    (await readTrace(api, traceId)).spans.map(
      (span: { request_log_id: number | null }) => span.request_log_id,
    )
  const traceOf = async (api: TestApp['api'], request: number) =>
    (await api.get(`${v2}/requests/${request}`)).body.trace_id
  const tracesWith = async (api: TestApp['api'], text: string): Promise<string[]> =>
    (await api.post(`${v2}/traces/search`, { q: text })).body.items.map(
      ({ trace_id }: { trace_id: string }) => trace_id,
    )
  const listed = async (api: TestApp['api'], traceId: string) => {
    const filter_group = { logic: 'AND', filters: [{ field: 'trace_id', operator: 'is', value: traceId }] }
    return (await api.post(`${v2}/traces/search`, { filter_group })).body.items[0]
  }

  it('are two calls, each with the request of its own trace', async () => {
    const { api } = await app.newWorkspace()
    const [first, second] = [newTraceId(), newTraceId()]
    await exportSpans(api, chat(first, 'walrus', 0))
    await exportSpans(api, chat(second, 'narwhal', 5_000))
    const [[ofFirst], [ofSecond]] = [await requestsOf(api, first), await requestsOf(api, second)]
    assert.notEqual(ofFirst, ofSecond)
    assert.deepEqual([await traceOf(api, ofFirst!), await traceOf(api, ofSecond!)], [first, second])
    assert.deepEqual([await tracesWith(api, 'walrus'), await tracesWith(api, 'narwhal')], [[first], [second]])
  })

  it('count the request once if only one of the spans is a call', async () => {
    const { api } = await app.newWorkspace()
    const [call, step] = [newTraceId(), newTraceId()]
    await exportSpans(api, chat(call, 'walrus', 0))
    await exportSpans(api, otlpSpan({ traceId: step, spanId, name: 'step' }))
    assert.deepEqual(await requestsOf(api, step), [null])
    assert.equal((await listed(api, call)).request_count, 1)
    assert.equal((await listed(api, step)).request_count, 0)
    assert.deepEqual(await tracesWith(api, 'walrus'), [call])
  })

  it('get the tracked request that names their id and was made at their time', async () => {
    const { api } = await app.newWorkspace()
    const [first, second] = [newTraceId(), newTraceId()]
    await exportSpans(api, otlpSpan({ traceId: second, spanId, at: 5_000 }))
    const later = (await api.post('/track-request', tracked('narwhal', 5_001))).body.request_id
    const earlier = (await api.post('/track-request', tracked('walrus', 1))).body.request_id
    await exportSpans(api, otlpSpan({ traceId: first, spanId, at: 0 }))
    assert.deepEqual([await requestsOf(api, first), await requestsOf(api, second)], [[earlier], [later]])
    assert.deepEqual([await traceOf(api, earlier), await traceOf(api, later)], [first, second])
    assert.deepEqual([await tracesWith(api, 'walrus'), await tracesWith(api, 'narwhal')], [[first], [second]])
  })

  it('share one request if they report one call, and a search for its words returns both traces', async () => {
    const { api } = await app.newWorkspace()
    const traces = [newTraceId(), newTraceId()]
    for (const [index, traceId] of traces.entries()) {
      const { attributes: sent, ...span } = chat(traceId, 'walrus', index)
      const values = [...sent, ...attributes({ 'gen_ai.response.id': 'resp-1' })]
      const scope = { name: `instrumentation ${index}` }
      const scopeSpans = [{ scope, spans: [{ ...span, attributes: values }] }]
      await api.post('/v1/traces', { resourceSpans: [{ resource: { attributes: [] }, scopeSpans }] })
    }
    const [[one], [other]] = [await requestsOf(api, traces[0]!), await requestsOf(api, traces[1]!)]
    assert.equal(one, other)
    assert.deepEqual(new Set(await tracesWith(api, 'walrus')), new Set(traces))
  })

  it('are deleted with their own request when a person is deleted', async () => {
    const { api } = await app.newWorkspace()
    const [named, other] = [newTraceId(), newTraceId()]
    const user = 'zaphod.quuxley@example.com'
    const root = (traceId: string, name: string) =>
      otlpSpan({ traceId, spanId: '00000000000000b1', attributes: attributes({ 'user.id': name }) })
    await exportSpans(api, chat(named, 'walrus', 0), root(named, user))
    await exportSpans(api, chat(other, 'narwhal', 5_000), root(other, 'ford.prefect@example.com'))
    const ownRequest = (await requestsOf(api, other)).find((id) => id !== null)!
    const { body } = await api.post(`${v2}/person-deletions`, { identifiers: [user] })
    assert.equal((await endedDeletion(api, body.person_deletion.id)).state, 'done')
    assert.equal((await api.get(`${v2}/requests/${ownRequest}`)).status, 200)
    assert.equal((await api.get(`${v2}/traces/${named}`)).status, 404)
    assert.deepEqual(await tracesWith(api, 'narwhal'), [other])
  })
})
