import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Json, Need } from '../../src/engine/columns/index.ts'
import { PromptTemplate } from '../../src/engine/template/blueprint/index.ts'
import { type NeedOptions, type NeedResult, satisfyNeed } from '../../src/server/template-runs/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { type FakeMcpServer, fakeMcpServer } from '../edge/fake-mcp-server.ts'
import { type Loopback, loopback } from '../edge/loopback.ts'
import { echo } from '../fake-models/index.ts'
import { until } from '../kit/until.ts'
import { readBack } from './support/requests.ts'
import { gpt, type RunWorld, startRunWorld } from './support/running.ts'
import { chat, message, publish, user } from './support/templates.ts'

describe('needs of columns', () => {
  let world: RunWorld
  let workspace: WorkspaceId
  let mcp: FakeMcpServer
  let posted: Loopback
  let attempts = 0
  before(async () => {
    mcp = await fakeMcpServer()
    posted = await loopback(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { authorization, 'content-type': type } = request.headers
      const busy = request.url === '/busy' ? [503, 429][attempts++] : undefined
      response
        .writeHead(busy ?? (request.url === '/teapot' ? 418 : request.url === '/broken' ? 500 : 200))
        .end(JSON.stringify({ body, authorization, type }))
    })
    world = await startRunWorld({ allow: ['127.0.0.1'] })
    workspace = (await world.api.get('/api/public/v2/workspace')).body.workspace.id
    const metadata = gpt()
    await publish(world.api, 'greeting', chat(message('system', 'Be kind.'), user('Hi {name}')), { metadata })
  })
  after(async () => {
    await world.close()
    await mcp.stop()
    await posted.stop()
  })

  const satisfy = (need: Need, options: Partial<NeedOptions> = {}): Promise<NeedResult> =>
    satisfyNeed(world.app.context, workspace, need, {
      signal: new AbortController().signal,
      run: 'a run',
      budget: null,
      source: 'app',
      ...options,
    })
  const valueFor = async (need: Need, options?: Partial<NeedOptions>): Promise<Json> => {
    const { answer } = await satisfy(need, options)
    assert.ok(answer.ok, JSON.stringify(answer))
    return answer.value
  }
  const failureFor = async (need: Need, options?: Partial<NeedOptions>): Promise<string> => {
    const { answer } = await satisfy(need, options)
    assert.ok(!answer.ok, JSON.stringify(answer))
    return answer.failure.code
  }
  const greeting = { kind: 'prompt', template: { name: 'greeting' }, variables: { name: 'Ada' } } as const

  it('fails if a variable of the template has no value, but accepts null', async () => {
    const before = world.openAi.calls.length
    for (const templateOnly of [false, true]) {
      const { answer } = await satisfy({ ...greeting, templateOnly, variables: { nam: 'Ada' } })
      assert.ok(!answer.ok)
      assert.deepEqual(answer.failure, {
        code: 'bad_request',
        message: 'These variables of the template have no value: name.',
      })
    }
    assert.equal(world.openAi.calls.length, before)
    assert.equal(await valueFor({ ...greeting, variables: { name: null } }), 'You said: Hi ')
    assert.ok(await valueFor({ ...greeting, variables: {}, hydrate: false }))
  })

  it('runs a template and reports its result', async () => {
    const { answer, spending } = await satisfy(greeting, {
      logFields: { tags: ['cell'], metadata: { row: '1' } },
    })
    assert.deepEqual(answer, { ok: true, value: 'You said: Hi Ada' })
    const { requestIds, latencyMilliseconds, waitedMilliseconds, ...spent } = spending
    assert.deepEqual(spent, {
      usage: { inputTokens: 2, outputTokens: 4, cachedInputTokens: 0, reasoningTokens: 0 },
      cost: '0.0000027',
      firstTokenMilliseconds: null,
      promptVersion: { promptId: 1, version: 1 },
    })
    assert.ok(latencyMilliseconds > 0 && waitedMilliseconds >= 0)
    const row = await readBack(world.api, requestIds[0]!)
    assert.deepEqual([row.prompt_id, row.tags, row.metadata], [1, ['cell'], { row: '1' }])
  })

  it('fills a template without a model, leaves it unfilled, returns all of it, and accepts a history', async () => {
    const calls = world.openAi.calls.length
    const filled = await valueFor({ ...greeting, templateOnly: true })
    assert.match(JSON.stringify(filled), /Hi Ada/)
    assert.equal(world.openAi.calls.length, calls)
    assert.equal(await valueFor({ ...greeting, hydrate: false }), 'You said: Hi {name}')
    const verbose = (await valueFor({ ...greeting, verbose: true })) as { prompt: unknown; text: string }
    assert.deepEqual(verbose.prompt, { id: 1, name: 'greeting', version: 1, label: null })
    const history = [
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Again?' },
    ]
    assert.equal(await valueFor({ ...greeting, history }), 'You said: Again?')
  })

  it('runs templates by id, inline, and with another model', async () => {
    assert.equal(await valueFor({ ...greeting, template: { id: 1, version: 1 } }), 'You said: Hi Ada')
    const inline = { inline: templateOf('Say {name}'), model: { provider: 'openai', name: 'gpt-5' } }
    assert.equal(await valueFor({ ...greeting, template: inline }), 'You said: Say Ada')
    await valueFor({
      ...greeting,
      model: { provider: 'openai', name: 'gpt-4.1', parameters: { temperature: 0.1 } },
    })
    const { body } = world.openAi.lastCall() as { body: Record<string, unknown> }
    assert.deepEqual([body['model'], body['temperature']], ['gpt-4.1', 0.1])
  })

  it('returns JSON if the template has a response format, and tool calls without code', async () => {
    const response_format = {
      type: 'json_schema',
      json_schema: {
        name: 'a',
        schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
      },
    }
    const need: Need = {
      ...greeting,
      template: {
        inline: templateOf('?'),
        model: { provider: 'openai', name: 'gpt-4o-mini', parameters: { response_format } },
      },
    }
    assert.deepEqual(await valueFor(need), { a: 1 })
    world.fake.answerWith(() => ({ text: '{"a": "no number"}' }))
    assert.equal(await failureFor(need), 'bad_answer')
    world.fake.answerWith(() => ({
      toolCalls: [{ id: 'call_1', name: 'weather', arguments: { city: 'Oslo' } }],
    }))
    assert.deepEqual(await valueFor(greeting), {
      role: 'assistant',
      content: '',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
      ],
    })
    answerWithEcho()
  })

  it('calls the evaluator of the workspace, at temperature 0, with a schema', async () => {
    const schema = {
      type: 'object',
      properties: { value: { type: 'boolean' } },
      required: ['value'],
      additionalProperties: false,
    }
    const need = { kind: 'judge', system: 'Judge {this}.', user: '<text>{{x}}</text>', schema } as const
    assert.deepEqual(await valueFor(need), { value: true })
    const { body } = world.openAi.lastCall() as { body: Record<string, never> }
    assert.deepEqual(
      [body['model'], body['temperature'], body['response_format']],
      ['gpt-4.1-mini', 0, { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema } }],
    )
    assert.match(JSON.stringify(body['messages']), /Judge {this}\..*{{x}}/)

    const evaluator_model = { provider: 'openai', name: 'gpt-5', parameters: { reasoning_effort: 'low' } }
    await changeSettings({ evaluator_model })
    await valueFor(need)
    const chosen = (world.openAi.lastCall() as { body: Record<string, unknown> }).body
    assert.deepEqual(
      [chosen['model'], chosen['temperature'], chosen['reasoning_effort']],
      ['gpt-5', undefined, 'low'],
    )
    await changeSettings({ evaluator_model: null })

    world.fake.answerWith(() => ({ text: '{"value": "yes"}' }))
    assert.equal(await failureFor(need), 'bad_answer')
    answerWithEcho()
  })

  it('embeds texts, and keeps the vectors out of the log', async () => {
    const { answer, spending } = await satisfy({ kind: 'embedding', texts: ['one', 'two'] })
    assert.ok(answer.ok)
    const [one, two] = answer.value as number[][]
    assert.ok(one!.length > 1 && one!.length === two!.length)
    const row = await readBack(world.api, spending.requestIds[0]!)
    assert.deepEqual([row.model, row.function_name], ['text-embedding-3-small', 'openai.embeddings.create'])
    assert.ok(row.input_tokens > 0)
    await changeSettings({ embedding_model: { provider: 'cohere', name: 'embed-v4.0', parameters: {} } })
    assert.equal(await failureFor({ kind: 'embedding', texts: ['one'] }), 'not_supported')
    await changeSettings({ embedding_model: null })
  })

  it('posts to addresses with environment variables in the headers', async () => {
    await world.api.post('/api/public/v2/env-vars', { key: 'TOKEN', value: 'a-secret-token' })
    const need = {
      kind: 'http',
      url: `http://127.0.0.1:${posted.port}/`,
      headers: { Authorization: 'Bearer {{TOKEN}}' },
      body: { a: 1 },
      timeoutMilliseconds: 5_000,
    } as const
    const { status, body } = (await valueFor(need)) as { status: number; body: string }
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(body), {
      body: '{"a":1}',
      authorization: 'Bearer ***',
      type: 'application/json',
    })
    const teapot = (await valueFor({ ...need, url: `http://127.0.0.1:${posted.port}/teapot` })) as {
      status: number
    }
    assert.equal(teapot.status, 418)
    const busy = await valueFor({ ...need, url: `http://127.0.0.1:${posted.port}/busy` })
    assert.deepEqual([(busy as { status: number }).status, attempts], [200, 3])
    const broken = await valueFor({ ...need, url: `http://127.0.0.1:${posted.port}/broken` })
    assert.equal((broken as { status: number }).status, 500)
    assert.equal(await failureFor({ ...need, headers: { X: '{{NOTHING}}' } }), 'missing_variable')
    assert.equal(await failureFor({ ...need, url: 'http://127.0.0.1:1/' }), 'http_failed')
    assert.equal(await failureFor({ ...need, url: 'http://10.0.0.1/' }), 'http_failed')
  })

  it('runs code, without the network and without secrets', async () => {
    const code = (text: string): Need => ({
      kind: 'code',
      language: 'javascript',
      code: text,
      data: { n: 20 },
      deadlineMilliseconds: 30_000,
    })
    assert.deepEqual(await valueFor(code('return { n: data.n + 1, env, fetch: typeof fetch }')), {
      n: 21,
      env: {},
      fetch: 'undefined',
    })
    assert.equal(await failureFor(code('throw new Error("no")')), 'code_failed')
    assert.equal(await failureFor(code('return (')), 'syntax')
    assert.equal(
      await failureFor({
        kind: 'code',
        language: 'javascript',
        code: 'for (;;);',
        data: null,
        deadlineMilliseconds: 500,
      }),
      'timeout',
    )
  })

  it('calls tools of MCP servers with arguments that fit', async () => {
    const created = await world.api.post('/api/public/v2/mcp-servers', { name: 'kitchen', url: mcp.url })
    const need = { kind: 'mcp', server: created.body.mcp_server.id, arguments: { text: 12 } } as const
    // The fake lists this tool without having it.
    assert.equal(await failureFor({ ...need, tool: 'tool-1' }), 'mcp_failed')
    const { message } = mcp.received.findLast(({ message }) => message?.method === 'tools/call')!
    assert.deepEqual(message?.params, { name: 'tool-1', arguments: { text: '12' } })
    assert.equal(await failureFor({ ...need, tool: 'nothing' }), 'not_found')
    assert.equal(await failureFor({ ...need, server: 987, tool: 'echo' }), 'not_found')
  })

  it('satisfies many needs together, in their order, and fails with the first failure', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `name ${index}`)
    const needs = texts.map((name) => ({ ...greeting, variables: { name } }))
    const { answer, spending } = await satisfy({ kind: 'all', needs })
    assert.deepEqual(answer, { ok: true, value: texts.map((name) => `You said: Hi ${name}`) })
    assert.equal(spending.requestIds.length, 20)
    assert.equal(
      await failureFor({ kind: 'all', needs: [...needs, { ...greeting, template: { id: 987 } }] }),
      'not_found',
    )
  })

  it('does not satisfy needs for people, or for workflows without a handler', async () => {
    const need = { kind: 'workflow', workflow: 7, variables: { a: 1 }, allOutputs: false } as const
    assert.equal(await failureFor(need), 'not_supported')
    const all: Need = { kind: 'all', needs: [need, greeting] }
    assert.deepEqual(await valueFor(all, { workflow: async ({ workflow }) => ({ ran: workflow }) }), [
      { ran: 7 },
      'You said: Hi Ada',
    ])
    assert.equal(await failureFor({ kind: 'human' }), 'not_supported')
  })

  it('returns a code for a failed model, and observes the budget', async () => {
    world.openAi.failNext('bad_key')
    const { answer, spending } = await satisfy(greeting)
    assert.deepEqual([answer.ok, spending.requestIds.length, spending.cost], [false, 1, '0'])
    assert.equal(!answer.ok && answer.failure.code, 'provider_auth_error')
    const limited = { run: 'limited', budget: { calls: 1, cost: null } }
    assert.equal(await valueFor(greeting, limited), 'You said: Hi Ada')
    assert.equal(await failureFor(greeting, limited), 'budget_exhausted')
    assert.equal(await failureFor({ ...greeting, template: { name: 'nothing' } }), 'not_found')
  })

  it('throws the abort reason of its signal, and ends the provider call', async () => {
    world.fake.answerWith(() => ({ text: 'late', pace: { first: 60_000 } }))
    const stop = new AbortController()
    const calls = world.openAi.calls.length
    const running = satisfy({ kind: 'all', needs: [greeting, greeting] }, { signal: stop.signal })
    const reason = new Error('enough')
    running.catch(() => undefined)
    await until(() => world.openAi.calls.length >= calls + 2)
    stop.abort(reason)
    await assert.rejects(running, reason)
    assert.equal(await world.openAi.lastCall().outcome, 'closed')
    answerWithEcho()
  })

  /** Makes the fake models repeat the last message. */
  function answerWithEcho() {
    world.fake.answerWith(echo)
  }

  const changeSettings = async (settings: object) => {
    const reply = await world.api.patch('/api/public/v2/workspace', { settings })
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }
})

const templateOf = (words: string) => PromptTemplate.parse(chat(user(words)))
