import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FaultName } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { promptColumn } from './support/prompt-columns.ts'
import { messageLines, readBack } from './support/requests.ts'
import {
  assertRunFailed,
  callingTools,
  draftOf,
  gpt,
  runOf,
  runPath,
  startRunWorld,
} from './support/running.ts'
import { untilQuiet } from './support/runs.ts'
import { emptySheet } from './support/tables.ts'
import { chat, model, user } from './support/templates.ts'
import { createTool, javascript } from './support/tools.ts'

const greet = draftOf(chat(user('Hi')))

describe('runs that fail', () => {
  const world = ofSuite(() => startRunWorld({ allow: ['127.0.0.1'] }))

  const cases: [FaultName, number, string, string][] = [
    ['bad_key', 502, 'model_failed', 'PROVIDER_AUTH_ERROR'],
    ['quota', 502, 'model_failed', 'PROVIDER_QUOTA_LIMIT'],
    ['bad_request', 502, 'model_failed', 'PROVIDER_ERROR'],
    ['context_length', 502, 'model_failed', 'PROVIDER_ERROR'],
    ['page', 502, 'model_failed', 'PROVIDER_ERROR'],
  ]
  for (const [fault, status, error, errorType] of cases)
    it(`report and log the error of a provider that answers ${fault}`, async () => {
      const { api, openAi } = world
      openAi.failNext(fault)
      const reply = await api.post(runPath, { ...greet, tags: ['failed'] })
      assertRunFailed(reply, { status, error, errorType })
      const row = await readBack(api, reply.body.request_ids[0])
      assert.deepEqual(
        [row.status, row.error_type, row.error_message, row.tokens, row.tags],
        ['ERROR', errorType, reply.body.message.slice(0, 1024), 0, ['failed']],
      )
      assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi'])
    })

  it('a call waits for a rate limit, and the wait does not count as latency', async () => {
    const { api, openAi } = world
    openAi.failNext('rate_limit_milliseconds')
    const body = await runOf(api, greet)
    assert.equal(body.request_ids.length, 1)
    const { attempts, waited_ms } = await readBack(api, body.request_ids[0])
    assert.deepEqual([attempts, waited_ms], [2, body.waited_ms])
    // The provider asks for a wait of 120 ms.
    assert.ok(body.waited_ms >= 120, `${body.waited_ms}`)
  })

  it('a rate limit that does not end becomes the error', async () => {
    const { api, openAi } = world
    openAi.failNext(...Array.from({ length: 6 }, () => 'rate_limit_milliseconds' as const))
    const reply = await api.post(runPath, greet)
    assertRunFailed(reply, { status: 429, error: 'model_rate_limited', errorType: 'PROVIDER_RATE_LIMIT' })
    assert.equal((await readBack(api, reply.body.request_ids[0])).error_type, 'PROVIDER_RATE_LIMIT')
  })

  it('report a provider that cannot be reached, and a connection that does not exist', async () => {
    const { api } = world
    const created = await api.post('/api/public/v2/connections', {
      name: 'down',
      provider: 'openai',
      base_url: 'http://127.0.0.1:1/v1',
      api_key: 'a-key-of-the-workspace',
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const draft = { ...greet.draft, provider_base_url_name: 'down' }
    const down = await api.post(runPath, { draft })
    assertRunFailed(down, { status: 502, error: 'model_failed', errorType: 'PROVIDER_ERROR' })
    const reply = await api.post(runPath, { draft: { ...draft, provider_base_url_name: 'gone' } })
    assert.deepEqual([reply.status, reply.body.error], [404, 'not_found'])
  })

  it("a workspace's connection gets its own key, not the operator's", async () => {
    const { api, openAi } = world
    const created = await api.post('/api/public/v2/connections', {
      name: 'ours',
      provider: 'custom',
      client: 'openai',
      base_url: openAi.baseUrl,
      api_key: 'a-key-of-the-workspace',
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const metadata = model('custom', 'our-model')
    const body = await runOf(api, {
      draft: { ...draftOf(chat(user('Hi')), metadata).draft, provider_base_url_name: 'ours' },
    })
    assert.equal(body.text, 'You said: Hi')
    assert.equal(openAi.lastCall().headers.authorization, 'Bearer a-key-of-the-workspace')
    assert.deepEqual([body.model, body.cost], [{ provider: 'openai', name: 'our-model' }, null])
  })

  it('a column with a prompt of its own names its connection', async () => {
    const { api, openAi } = world
    const connection = { name: 'of the column', provider: 'openai', base_url: openAi.baseUrl }
    const created = await api.post('/api/public/v2/connections', {
      ...connection,
      api_key: 'a-key-of-the-column',
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const sheet = await emptySheet(api)
    const config = promptColumn('Hi', {})
    const withConnection = (named: object) => ({
      ...config,
      inline_template: { ...config.inline_template, ...named },
    })
    await sheet.column('text')
    await sheet.add([{}])
    const answers = [
      await sheet.column('A', 'PROMPT_TEMPLATE', withConnection({ provider_base_url_name: 'of the column' })),
      await sheet.column('B', 'PROMPT_TEMPLATE', withConnection({ provider_id: created.body.connection.id })),
      await sheet.column('C', 'PROMPT_TEMPLATE', withConnection({ provider_base_url_name: 'gone' })),
    ]
    await untilQuiet(sheet)
    const keys = openAi.calls.slice(-2).map(({ headers }) => headers.authorization)
    assert.deepEqual(keys, ['Bearer a-key-of-the-column', 'Bearer a-key-of-the-column'])
    const [row] = await sheet.rows()
    assert.deepEqual(
      answers.map(({ id }) => row.cells[id].display_value),
      ['You said: Hi', 'You said: Hi', null],
    )
    assert.match(row.cells[answers[2]!.id].error_message, /connection/)
  })

  it('a budget ends a run before it is exceeded', async () => {
    const { api, fake } = world
    const none = await api.post(runPath, { ...greet, budget: { calls: 0 } })
    assertRunFailed(none, { status: 402, error: 'budget_exhausted', requests: 0 })
    const tiny = await api.post(runPath, { ...greet, budget: { cost: '0.000001' } })
    assertRunFailed(tiny, { status: 402, error: 'budget_exhausted', requests: 0 })
    const enough = await runOf(api, { ...greet, budget: { cost: '0.01', calls: 1 } })
    assert.equal(enough.stop_reason, 'answered')

    const { tool_registry } = await createTool(api, 'weather', { execution: javascript('return 1') })
    const template = { ...chat(user('?')), tools: [{ type: 'registry', tool_registry_id: tool_registry.id }] }
    const call = { name: 'weather', arguments: { city: 'Oslo' } }
    fake.answerWith(callingTools([call], [call], [call]))
    const body = await runOf(api, { ...draftOf(template), budget: { calls: 2 } })
    assert.deepEqual([body.stop_reason, body.request_ids.length, body.tool_calls.length], ['budget', 2, 2])
    fake.answerWith(({ text }) => ({ text: `You said: ${text}` }))

    const unknown = draftOf(chat(user('Hi')), gpt({ name: 'a-model-that-nobody-knows' }))
    assert.equal((await api.post(runPath, { ...unknown, budget: { cost: '1' } })).status, 400)
    assert.equal((await api.post(runPath, { ...greet, budget: { cost: '-1' } })).status, 422)
  })

  it('a failure after a turn of tools names the requests before it', async () => {
    const { api, fake, openAi } = world
    fake.answerWith(callingTools([{ name: 'weather', arguments: { city: 'Oslo' } }]))
    const { body: listed } = await api.get('/api/public/v2/tool-registry/weather')
    const tools = [{ type: 'registry', tool_registry_id: listed.tool_registry.id }]
    let calls = 0
    const script = callingTools([{ name: 'weather', arguments: { city: 'Oslo' } }])
    fake.answerWith((question) => (calls++ === 0 ? script(question) : 'bad_key'))
    const reply = await api.post(runPath, draftOf({ ...chat(user('?')), tools }))
    assertRunFailed(reply, {
      status: 502,
      error: 'model_failed',
      errorType: 'PROVIDER_AUTH_ERROR',
      requests: 2,
    })
    assert.equal(openAi.lastCall().body.messages.at(-1).role, 'tool')
  })
})
