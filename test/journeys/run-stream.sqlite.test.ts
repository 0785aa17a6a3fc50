import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Question, Reply } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { until } from '../kit/until.ts'
import { messageLines, readBack } from './support/requests.ts'
import {
  assertRunFailed,
  callingTools,
  draftOf,
  eventsIn,
  gpt,
  openStream,
  type RunWorld,
  runPath,
  startRunWorld,
  streamOf,
} from './support/running.ts'
import { assertRefused, chat, model, user } from './support/templates.ts'
import { createTool, javascript } from './support/tools.ts'

const greet = draftOf(chat(user('Hi 👋🏽 there')))

describe('a run that streams', () => {
  const world = ofSuite(startRunWorld)

  it('sends the text in pieces, then the whole answer', async () => {
    const events = await streamOf(world, greet)
    const texts = events.filter(({ name }) => name === 'text').map(({ data }) => data.text)
    assert.ok(texts.length > 2, 'fewer than three text events')
    assert.equal(texts.join(''), 'You said: Hi 👋🏽 there')
    const end = events.at(-1)!
    assert.deepEqual([end.name, end.data.text], ['end', texts.join('')])
    assert.deepEqual(world.openAi.lastCall().body.stream_options, { include_usage: true })
    const row = await readBack(world.api, end.data.request_id)
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'user: Hi 👋🏽 there',
      `assistant: ${texts.join('')}`,
    ])
    assert.equal(row.output_tokens, end.data.usage.output_tokens)
  })

  it('reports tools as they run', async () => {
    const { api, fake } = world
    const { tool_registry } = await createTool(api, 'weather', { execution: javascript('return args.city') })
    fake.answerWith(callingTools([{ name: 'weather', arguments: { city: 'Oslo' } }]))
    const tools = [{ type: 'registry', tool_registry_id: tool_registry.id }]
    const events = await streamOf(world, draftOf({ ...chat(user('?')), tools }))
    const names = events.map(({ name }) => name)
    assert.deepEqual([names[0], names[1], names.at(-1)], ['tool_call', 'tool_result', 'end'])
    assert.deepEqual([events[0]!.data.arguments, events[1]!.data.result], ['{"city":"Oslo"}', 'Oslo'])
    assert.deepEqual(events.at(-1)!.data.tool_calls, [events[1]!.data])
    fake.answerWith(({ text }) => ({ text: `You said: ${text}` }))
  })

  for (const [name, metadata] of [
    ['Responses', gpt({ api_type: 'responses' })],
    ['Anthropic', model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 50 } })],
    ['Gemini', model('google', 'gemini-2.5-flash')],
  ] as const)
    it(`streams from ${name} too`, async () => {
      const events = await streamOf(world, draftOf(chat(user('Hi there')), metadata))
      assert.equal(events.at(-1)!.data.text, 'You said: Hi there')
      assert.ok(events.length > 2)
    })

  it('answers a failure before the first event with a JSON error', async () => {
    const { app, openAi } = world
    openAi.failNext('bad_key')
    const failed = await openStream(app, greet)
    const body = (await failed.json()) as never
    assertRunFailed(
      { status: failed.status, body, headers: failed.headers },
      { status: 502, error: 'model_failed', errorType: 'PROVIDER_AUTH_ERROR' },
    )
    const refused = await openStream(app, { prompt_name: 'nothing' })
    assertRefused({ status: refused.status, body: await refused.json(), headers: refused.headers }, 404)
  })

  it('ends with an error event when the provider breaks off, and logs the partial answer', async () => {
    const { app, openAi, api } = world
    openAi.failNext('truncated')
    const events = eventsIn(await (await openStream(app, greet)).text())
    const { name, data } = events.at(-1)!
    assert.deepEqual(
      [name, data.error, data.error_type],
      ['error', 'model_failed', 'PROVIDER_PARTIAL_RESPONSE'],
    )
    assert.ok(events.some((event) => event.name === 'text'))
    const row = await readBack(api, data.request_ids[0])
    assert.deepEqual([row.status, row.error_type], ['WARNING', 'PROVIDER_PARTIAL_RESPONSE'])
    assert.equal(messageLines(row.prompt_blueprint).length, 2)
  })

  const slowly = ({ text }: Question): Reply => ({
    text: Array.from({ length: 500 }, (_, index) => `${text}${index} `).join(''),
    pace: { between: 20 },
  })

  it('ends the call of the provider when the client disconnects during the stream', async () => {
    const { app, openAi, fake, api } = world
    fake.answerWith(slowly)
    const disconnect = new AbortController()
    const response = await openStream(app, greet, disconnect.signal)
    const reader = response.body!.getReader()
    await reader.read()
    disconnect.abort()
    assert.equal(await openAi.lastCall().outcome, 'closed')
    const row = await failedRequest(api)
    assert.deepEqual(
      [row.status, row.error_type, row.error_message],
      ['ERROR', 'UNKNOWN_ERROR', 'The call was cancelled.'],
    )
  })

  it('ends the call of the provider when the client of a run without a stream disconnects', async () => {
    const { app, openAi, fake } = world
    fake.answerWith((question) => ({ ...slowly(question), pace: { first: 60_000 } }))
    const calls = openAi.calls.length
    const disconnect = new AbortController()
    const answer = fetch(app.baseUrl + runPath, {
      method: 'POST',
      headers: { 'X-API-KEY': app.key, 'Content-Type': 'application/json' },
      body: JSON.stringify(greet),
      signal: disconnect.signal,
    })
    await until(() => openAi.calls.length > calls)
    disconnect.abort()
    await assert.rejects(answer, { name: 'AbortError' })
    assert.equal(await openAi.lastCall().outcome, 'closed')
  })

  /** Waits until the newest request is a failed one. Returns it. */
  async function failedRequest(api: RunWorld['api']) {
    const { db } = world.app.context.store
    const row = await until(
      () =>
        db.selectFrom('requests').select(['id', 'status']).orderBy('id', 'desc').executeTakeFirstOrThrow(),
      ({ status }) => status === 'ERROR',
    )
    return readBack(api, row.id)
  }
})
