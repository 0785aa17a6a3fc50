import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'

const trace_id = 'a'.repeat(32)
const second = 1_000_000_000n
const start = 1_795_168_800n * second

const span = (index: number, parent: number | null) => ({
  name: `step ${index}`,
  context: { trace_id, span_id: idOf(index), trace_state: '' },
  kind: 'SpanKind.INTERNAL',
  parent_id: parent === null ? null : idOf(parent),
  start_time: String(start + BigInt(index) * second),
  end_time: String(start + 100n * second),
  status: { status_code: index === 3 ? 'StatusCode.ERROR' : 'StatusCode.OK', description: null },
  attributes: { index, 'odd.attribute': '<b>' },
  resource: { attributes: {}, schema_url: '' },
})
const idOf = (index: number) => index.toString(16).padStart(16, '0')

describe('the outline of a trace', () => {
  const app = appOfSuite()
  before(async () => {
    const spans = Array.from({ length: 25 }, (_none, index) => span(index + 1, index === 0 ? null : 1))
    assert.equal((await app.api.post('/spans-bulk', { spans })).status, 201)
  })

  it('lists every span once, page by page, without its content', async () => {
    const spanNames: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor === '' ? 'limit=10' : `limit=10&cursor=${cursor}`
      const { status, body } = await app.api.get(`/api/public/v2/traces/${trace_id}/outline?${query}`)
      assert.equal(status, 200)
      assert.equal(body.span_count, 25)
      spanNames.push(...body.spans.map(({ name }: { name: string }) => name))
      cursor = body.next_cursor
    }
    assert.deepEqual(
      spanNames,
      Array.from({ length: 25 }, (_none, index) => `step ${index + 1}`),
    )
  })

  it('has parents, times and states', async () => {
    const { body } = await app.api.get(`/api/public/v2/traces/${trace_id}/outline`)
    const third = body.spans[2]
    assert.deepEqual(third, {
      span_id: idOf(3),
      parent_id: idOf(1),
      name: 'step 3',
      kind: 'INTERNAL',
      status: 'ERROR',
      started_at: Number((start + 3n * second) / 1_000_000n),
      ended_at: Number((start + 100n * second) / 1_000_000n),
      type: 'step',
      tool_name: null,
      request_log_id: null,
      model: null,
      tokens: null,
      cost: null,
    })
  })

  it('has the model, tokens and cost of a request that was logged with the id of a span', async () => {
    const { api } = await app.newWorkspace()
    const spans = [span(1, null), span(2, 1)]
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    const tracked = await api.post('/track-request', {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      args: [],
      kwargs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
      request_response: {
        model: 'gpt-4o-mini',
        choices: [{ message: { role: 'assistant', content: 'Hello' } }],
        usage: { prompt_tokens: 40, completion_tokens: 12 },
      },
      request_start_time: new Date(Number(start / 1_000_000n)).toISOString(),
      request_end_time: new Date(Number(start / 1_000_000n) + 1_000).toISOString(),
      span_id: idOf(2),
    })
    assert.equal(tracked.status, 200, JSON.stringify(tracked.body))
    const { body } = await api.get(`/api/public/v2/traces/${trace_id}/outline`)
    const { request_log_id, model, tokens, cost } = body.spans[1]
    assert.deepEqual([model, tokens, cost], ['gpt-4o-mini', 52, 0.0000132])
    const whole = await api.get(`/api/public/v2/traces/${trace_id}/spans/${idOf(2)}`)
    assert.equal(request_log_id, whole.body.span.request_log_id)
    assert.equal(body.spans[0].request_log_id, null)
  })

  it('has the time to the first token and the attempts of a call, where they are known', async () => {
    const { api } = await app.newWorkspace()
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4o-mini',
    }
    const slow = {
      ...attributes,
      'gen_ai.response.time_to_first_chunk': 0.0005,
      'http.request.resend_count': 2,
    }
    const spans = [span(1, null), { ...span(2, 1), attributes }, { ...span(3, 1), attributes: slow }]
    assert.equal((await api.post('/spans-bulk', { spans })).status, 201)
    const { body } = await api.get(`/api/public/v2/traces/${trace_id}/outline`)
    const [, plain, retried] = body.spans
    assert.deepEqual([retried.time_to_first_token_ms, retried.attempts], [0.5, 3])
    assert.ok(!('time_to_first_token_ms' in plain || 'attempts' in plain))
  })

  it('has span ids with which a whole span is read', async () => {
    const { body } = await app.api.get(`/api/public/v2/traces/${trace_id}/spans/${idOf(3)}`)
    assert.deepEqual(body.span.attributes, { index: 3, 'odd.attribute': '<b>' })
    assert.equal((await app.api.get(`/api/public/v2/traces/${trace_id}/spans/ffff`)).status, 404)
    assert.equal((await app.api.get('/api/public/v2/traces/none/outline')).status, 404)
    const wrong = await app.api.get(`/api/public/v2/traces/${trace_id}/outline?cursor=x`)
    assert.equal(wrong.status, 422)
  })
})
