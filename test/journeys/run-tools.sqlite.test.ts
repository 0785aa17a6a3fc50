import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createSandbox, type Sandbox } from '../../src/server/edge/index.ts'
import { type AnswerOverride, answer, type FakeMcpServer, fakeMcpServer } from '../edge/fake-mcp-server.ts'
import { sandboxFolder } from '../kit/sandbox-folder.ts'
import { messageLines, readBack } from './support/requests.ts'
import {
  assertRunFailed,
  callingTools,
  draftOf,
  gpt,
  type RunWorld,
  runOf,
  runPath,
  startRunWorld,
} from './support/running.ts'
import { chat, model, publish, user } from './support/templates.ts'
import { createTool, functionTool, javascript, toolPath } from './support/tools.ts'

const ask = chat(user('Weather?'))
const registry = (tool_registry_id: number, rest: object = {}) => ({
  type: 'registry',
  tool_registry_id,
  ...rest,
})
const weather = (city: string) => ({ name: 'weather', arguments: { city } })

describe('tools of a run', () => {
  let world: RunWorld
  let mcp: FakeMcpServer
  const ids: Record<string, number> = {}
  before(async () => {
    mcp = await fakeMcpServer(listingEcho)
    world = await startRunWorld({ allow: ['127.0.0.1'], sandbox: sandboxWithShortLimit() })
    const { api } = world
    const tools = {
      weather: {
        execution: javascript('return { city: args.city, key: env.WEATHER_KEY, cold: true }'),
        mock_response: { city: 'Mockholm' },
      },
      shout: { execution: javascript('return args.city.toUpperCase()') },
      broken: { execution: javascript('throw new RangeError("no such place: " + args.city)') },
      endless: { execution: javascript('for (;;);') },
      bare: {},
    }
    for (const [name, content] of Object.entries(tools))
      ids[name] = (await createTool(api, name, content)).tool_registry.id
    const variable = { key: 'WEATHER_KEY', value: 'very-secret-key' }
    assert.equal((await api.post(`${toolPath(ids['weather']!)}/env-vars`, variable)).status, 201)
  })
  after(async () => {
    await world.close()
    await mcp.stop()
  })

  const withTools = (...names: string[]) => ({ ...ask, tools: names.map((name) => registry(ids[name]!)) })

  it('are run until the model answers, and every call of the model is logged', async () => {
    const { api, fake, openAi } = world
    await publish(api, 'forecast', withTools('weather', 'shout'), { metadata: gpt() })
    fake.answerWith(
      callingTools([weather('Oslo'), { name: 'shout', arguments: { city: 'bergen' } }], [weather('Rome')]),
    )
    const body = await runOf(api, { prompt_name: 'forecast', tags: ['loop'] })
    assert.equal(body.text, 'Told: {"city":"Rome","key":"***","cold":true}')
    assert.equal(body.stop_reason, 'answered')
    const executedCalls = body.tool_calls.map(
      ({ id: _, duration_ms, ...tool }: { id: string; duration_ms: number }) => {
        assert.ok(duration_ms >= 0)
        return tool
      },
    )
    const [first, second, third] = body.request_ids
    const common = { source: 'registry', is_error: false }
    assert.deepEqual(executedCalls, [
      {
        ...common,
        name: 'weather',
        arguments: '{"city":"Oslo"}',
        result: '{"city":"Oslo","key":"***","cold":true}',
        request_id: first,
      },
      { ...common, name: 'shout', arguments: '{"city":"bergen"}', result: 'BERGEN', request_id: first },
      {
        ...common,
        name: 'weather',
        arguments: '{"city":"Rome"}',
        result: '{"city":"Rome","key":"***","cold":true}',
        request_id: second,
      },
    ])
    assert.deepEqual(
      body.output.map(({ role }: { role: string }) => role),
      ['assistant', 'tool', 'tool', 'assistant', 'tool', 'assistant'],
    )
    assert.deepEqual([body.usage.input_tokens, body.usage.output_tokens], [30, 15])
    assert.equal(body.cost, '0.0000135')
    const { messages } = openAi.lastCall().body
    assert.deepEqual(
      messages.map(({ role, tool_call_id }: { role: string; tool_call_id?: string }) => [role, tool_call_id]),
      [
        ['user', undefined],
        ['assistant', undefined],
        ['tool', body.tool_calls[0].id],
        ['tool', body.tool_calls[1].id],
        ['assistant', undefined],
        ['tool', body.tool_calls[2].id],
      ],
    )
    assert.ok(
      !openAi.calls.some(({ bytes }) => bytes.includes('very-secret')),
      'the secret went to the model',
    )
    for (const id of [first, second, third]) {
      const row = await readBack(api, id)
      assert.deepEqual([row.tags, row.prompt_version_number, row.tokens], [['loop'], 1, 15])
    }
    assert.equal(messageLines((await readBack(api, third)).prompt_blueprint).length, 7)
  })

  it('are not run in a turn that also calls a tool without code', async () => {
    const { api, fake } = world
    fake.answerWith(callingTools([weather('Oslo'), { name: 'theirs', arguments: {} }]))
    const template = { ...ask, tools: [registry(ids['weather']!), functionTool('theirs')] }
    const body = await runOf(api, draftOf(template))
    assert.deepEqual([body.stop_reason, body.tool_calls, body.request_ids.length], ['tool_calls', [], 1])
    assert.deepEqual(
      body.output[0].tool_calls.map((call: { function: { name: string } }) => call.function.name),
      ['weather', 'theirs'],
    )
  })

  it('are not run without code, or if the call switches tools off', async () => {
    const { api, fake } = world
    fake.answerWith(callingTools([{ name: 'bare', arguments: {} }]))
    const bare = await runOf(api, draftOf(withTools('bare')))
    assert.equal(bare.stop_reason, 'tool_calls')
    fake.answerWith(callingTools([weather('Oslo')]))
    const left = await runOf(api, { ...draftOf(withTools('weather')), run_tools: false })
    assert.deepEqual([left.stop_reason, left.tool_calls], ['tool_calls', []])
  })

  it('are run until the model was called ten times', async () => {
    const { api, fake, openAi } = world
    fake.answerWith(callingTools(...Array.from({ length: 20 }, () => [weather('Oslo')])))
    const before = openAi.calls.length
    const body = await runOf(api, draftOf(withTools('weather')))
    assert.deepEqual(
      [body.stop_reason, body.request_ids.length, body.tool_calls.length],
      ['call_limit', 10, 9],
    )
    assert.equal(openAi.calls.length - before, 10)
  })

  it('return their errors, and errors in their arguments, to the model', async () => {
    const { api, fake } = world
    fake.answerWith(
      callingTools([
        { name: 'broken', arguments: { city: 'Nowhere' } },
        { name: 'broken', arguments: '{"city":' },
      ]),
    )
    const body = await runOf(api, draftOf(withTools('broken')))
    assert.deepEqual(
      body.tool_calls.map((tool: { result: string; is_error: boolean }) => [tool.result, tool.is_error]),
      [
        ['{"error":"RangeError: no such place: Nowhere"}', true],
        ['{"error":"The arguments are not a JSON object."}', true],
      ],
    )
    assert.equal(body.stop_reason, 'answered')
  })

  it('fail the run when one exceeds its time limit', async () => {
    const { api, fake } = world
    fake.answerWith(callingTools([{ name: 'endless', arguments: {} }, weather('Oslo')]))
    const reply = await api.post(runPath, draftOf(withTools('endless', 'weather')))
    assertRunFailed(reply, { status: 504, error: 'tool_timeout' })
    assert.match(reply.body.message, /endless/)
  })

  it('are forced by tool_choice in the first turn only', async () => {
    const { api, fake, openAi } = world
    fake.answerWith(callingTools([weather('Oslo')]))
    const tool_choice = { type: 'function', function: { name: 'weather' } }
    await runOf(api, draftOf({ ...withTools('weather'), tool_choice }))
    const [first, second] = openAi.calls.slice(-2)
    assert.deepEqual(
      [(first!.body as never)['tool_choice'], (second!.body as never)['tool_choice']],
      [tool_choice, 'auto'],
    )
  })

  it('are replaced by their mocks, or by mocks in the call', async () => {
    const { api, fake } = world
    const answerOf = async (template: object, mock_tools: unknown) => {
      const body = await runOf(api, { ...draftOf(template), mock_tools })
      return body.tool_calls.map((tool: { source: string; result: string }) => [tool.source, tool.result])
    }
    fake.answerWith(callingTools([weather('Oslo')]))
    assert.deepEqual(await answerOf(withTools('weather'), true), [['mock', '{"city":"Mockholm"}']])
    assert.deepEqual(await answerOf(withTools('weather'), { weather: 'rain' }), [['mock', 'rain']])
    fake.answerWith(callingTools([{ name: 'theirs', arguments: {} }]))
    assert.deepEqual(await answerOf({ ...ask, tools: [functionTool('theirs')] }, { theirs: [1] }), [
      ['mock', '[1]'],
    ])
    fake.answerWith(callingTools([{ name: 'shout', arguments: {} }]))
    assert.deepEqual(
      await answerOf(withTools('shout'), true),
      [],
      'the tool ran although only mocks may answer',
    )
  })

  it('include those of MCP servers', async () => {
    const { api, fake, openAi } = world
    const created = await api.post('/api/public/v2/mcp-servers', { name: 'kitchen', url: mcp.url })
    const { id } = created.body.mcp_server
    const template = { ...ask, tools: [functionTool('echo')] }
    const run = { ...draftOf(template), mcp_servers: [{ id, tools: ['echo', 'broken'] }] }
    fake.answerWith(
      callingTools([
        { name: 'echo_2', arguments: { text: 'hi' } },
        { name: 'broken', arguments: {} },
      ]),
    )
    const body = await runOf(api, run)
    assert.deepEqual(
      openAi.lastCall().body.tools.map((tool: { function: { name: string } }) => tool.function.name),
      ['echo', 'echo_2', 'broken'],
    )
    assert.deepEqual(
      body.tool_calls.map((tool: Record<string, unknown>) => [
        tool['source'],
        tool['result'],
        tool['is_error'],
      ]),
      [
        ['mcp', '{"text":"hi"}', false],
        ['mcp', '{"error":"out of salt"}', true],
      ],
    )
    assert.equal(body.stop_reason, 'answered')
    fake.answerWith(callingTools([{ name: 'echo', arguments: {} }]))
    assert.equal(
      (await runOf(api, run)).stop_reason,
      'tool_calls',
      "the template's own tool is not the server's",
    )

    const absent = await api.post(runPath, { ...run, mcp_servers: [{ id: id + 1 }] })
    assert.equal(absent.status, 404)
    const other = await api.post('/api/public/v2/mcp-servers', {
      name: 'closed',
      url: 'http://127.0.0.1:1/mcp',
    })
    const down = { ...run, mcp_servers: [{ id: other.body.mcp_server.id }] }
    assertRunFailed(await api.post(runPath, down), { status: 502, error: 'mcp_failed', requests: 0 })
  })

  for (const [name, metadata] of [
    ['Responses', gpt({ api_type: 'responses' })],
    ['Anthropic', model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 100 } })],
    ['Gemini', model('google', 'gemini-2.5-flash')],
    ['Mistral', model('mistral', 'mistral-large-latest')],
    ['Bedrock', model('amazon.bedrock', 'amazon.nova-pro-v1:0')],
    ['Cohere', model('cohere', 'command-a-03-2025')],
  ] as const)
    it(`are run for ${name} too`, async () => {
      const { api, fake } = world
      fake.answerWith(({ text, isToolResult }) =>
        isToolResult ? { text: `Told: ${text}` } : { toolCalls: [weather('Oslo')] },
      )
      const body = await runOf(api, draftOf(withTools('weather'), metadata))
      assert.match(body.text, /^Told: .*Oslo/, JSON.stringify(body))
      assert.equal(body.request_ids.length, 2)
      const row = await readBack(api, body.request_id)
      assert.equal(row.status, 'SUCCESS')
      assert.equal(row.prompt_blueprint.prompt_template.messages.at(-1).content.at(-1).text, body.text)
    })
})

/** The server of `test/edge` lists tools that it lacks; this one lists only its own tools. */
const listingEcho: AnswerOverride = ({ id, method }, response) => {
  if (method !== 'tools/list') return false
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } }
  const tools = ['echo', 'broken', 'unwanted'].map((name) => ({ name, description: 'A tool.', inputSchema }))
  answer(response, { ...(id !== undefined && { id }), result: { tools } })
  return true
}

/** The real sandbox with a shorter time limit. */
const sandboxWithShortLimit = (): Sandbox => {
  const real = createSandbox({ folder: sandboxFolder })
  return { ...real, run: (job) => real.run({ ...job, timeoutMs: 2_000 }) }
}
