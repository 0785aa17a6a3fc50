import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readProviderEnvironment } from '../../src/server/model/index.ts'
import { type FakeModels, type FakeProvider, startFakeModels } from '../fake-models/index.ts'
import { startApp, type TestApp } from '../kit/app.ts'
import { readBack } from './support/requests.ts'
import { openStream, runOf } from './support/running.ts'
import { PromptLayer, run, runStream } from './support/sdk.ts'
import { chat, completion, message, model, publish, user } from './support/templates.ts'

const greeting = chat(message('system', 'Be kind.'), user('Hi {name}, ça va? 👋🏽'))
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function', function: { name: 'weather', description: 'The weather', parameters } }]
const chatApi = { api_type: 'chat-completions' }

const templates: [name: string, template: object, fake: string, metadata: object][] = [
  ['chat', greeting, 'openai', model('openai', 'gpt-4o', { ...chatApi, parameters: { temperature: 0.5 } })],
  ['tools', { ...greeting, tools, tool_choice: 'auto' }, 'openai', model('openai', 'gpt-4o', chatApi)],
  ['responses', { ...greeting, tools }, 'openai', model('openai', 'gpt-5', { api_type: 'responses' })],
  ['text', completion('Say {name}'), 'openai', model('openai', 'gpt-3.5-turbo-instruct', chatApi)],
  ['images', completion('Paint {name}'), 'openai', model('openai', 'gpt-image-1', { api_type: 'images' })],
  [
    'claude',
    { ...greeting, tools },
    'anthropic',
    model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 50 } }),
  ],
  ['gemini', greeting, 'google', model('google', 'gemini-2.5-flash', { parameters: { temperature: 0.5 } })],
]

/**
 * A template run by Galley or by the vendor's SDK makes the same request to the provider and the same line in
 * the log.
 */
describe('Galley and run() of the SDK send the same bytes', () => {
  let app: TestApp
  let fake: FakeModels
  let promptLayer: InstanceType<typeof PromptLayer>
  before(async () => {
    fake = await startFakeModels()
    const environment = fake.environment()
    app = await startApp({}, { providers: readProviderEnvironment(environment) })
    Object.assign(process.env, environment)
    promptLayer = new PromptLayer({ apiKey: app.key, baseURL: app.baseUrl })
    for (const [name, template, , metadata] of templates)
      await publish(app.api, name, template, { metadata, labels: ['prod'] })
  })
  after(async () => {
    await app.close()
    await fake.close()
  })

  for (const [promptName, , provider] of templates)
    for (const isStreamed of [false, true])
      it(`for ${promptName}, ${isStreamed ? 'streamed' : 'whole'}`, async () => {
        const wire: FakeProvider = fake.provider(provider)
        // The SDK's stream fails if the call has metadata.
        const metadata = isStreamed ? undefined : { customer: 'c1' }
        const inputVariables = { name: 'Zoë' }
        const request = { promptName, inputVariables, tags: ['both'], ...(metadata && { metadata }) }
        const theirId = isStreamed
          ? (await runStream(promptLayer, request)).at(-1)!.request_id
          : (await run(promptLayer, request)).request_id
        const theirs = wire.lastCall()
        const body = { prompt_name: promptName, input_variables: inputVariables, tags: ['both'], metadata }
        if (isStreamed) await (await openStream(app, body)).text()
        else await runOf(app.api, body)
        const ours = wire.lastCall()
        assert.notEqual(ours, theirs)
        assert.equal(ours.bytes.toString(), theirs.bytes.toString())
        assert.equal(ours.path, theirs.path)
        // Ids are consecutive, because nothing else is logged meanwhile.
        assert.deepEqual(await comparableRow(theirId + 1), await comparableRow(theirId))
      })

  async function comparableRow(id: number) {
    const {
      request_id: _,
      request_start_time: _start,
      request_end_time: _end,
      latency_ms: _ms,
      // Attempts and first tokens are known only for calls that Galley makes.
      attempts: _attempts,
      time_to_first_token_ms: _first,
      output_tokens_per_second: _speed,
      waited_ms: _waited,
      ...row
    } = await readBack(app.api, id)
    const { store } = app.context
    const {
      source: _source,
      function_name,
      api_type,
      billing,
    } = await store.db
      .selectFrom('requests')
      .select(['source', 'function_name', 'api_type', 'billing'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    // The JavaScript SDK logs Google's parameters in camel case, the Python one as we do.
    const text = JSON.stringify(row).replaceAll('generationConfig', 'generation_config')
    return { row: JSON.parse(text), function_name, api_type, billing }
  }
})
