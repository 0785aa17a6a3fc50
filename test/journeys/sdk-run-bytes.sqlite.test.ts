import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  callModel,
  createModels,
  type Models,
  readProviderEnvironment,
  streamModel,
} from '../../src/server/model/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import type { FakeProvider } from '../fake-models/index.ts'
import { run, runStream, type SdkWorld, startSdkWorld } from './support/sdk.ts'
import { chat, completion, message, model, publish, user } from './support/templates.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function', function: { name: 'weather', description: 'The weather', parameters } }]
const kind = chat(message('system', 'Be kind.'), user('Hi {name}, ça va? 👋🏽'))
const json_schema = { name: 'answer', strict: true, schema: { type: 'object', properties: {} } }

const templates: [name: string, template: object, provider: string, model: string, rest: object][] = [
  ['chat', kind, 'openai', 'gpt-5', { api_type: 'chat-completions', parameters: { temperature: 0.5, n: 2 } }],
  [
    'chat tools',
    { ...kind, tools, tool_choice: 'auto' },
    'openai',
    'gpt-5',
    { api_type: 'chat-completions' },
  ],
  [
    'chat schema',
    kind,
    'openai',
    'gpt-5',
    { api_type: 'chat-completions', parameters: { response_format: { type: 'json_schema', json_schema } } },
  ],
  [
    'responses',
    { ...kind, tools },
    'openai',
    'gpt-5',
    { api_type: 'responses', parameters: { reasoning: { effort: 'low' }, max_output_tokens: 50 } },
  ],
  [
    'images',
    completion('Paint {name} 👋🏽'),
    'openai',
    'gpt-image-1',
    { api_type: 'images', parameters: { size: '1024x1024' } },
  ],
  ['text', completion('Say {name}'), 'openai', 'gpt-3.5-turbo-instruct', { api_type: 'chat-completions' }],
  ['azure chat', { ...kind, tools }, 'openai.azure', 'our-gpt', { api_type: 'chat-completions' }],
  ['azure responses', kind, 'openai.azure', 'our-gpt', { api_type: 'responses' }],
  ['azure images', completion('Paint {name}'), 'openai.azure', 'our-images', { api_type: 'images' }],
]

/** A template run by Galley and by the vendor's SDK sends the same request, byte for byte. */
describe('bytes sent by Galley and by run() of the SDK', () => {
  let world: SdkWorld
  let models: Models
  before(async () => {
    world = await startSdkWorld()
    models = createModels({
      environment: readProviderEnvironment(process.env),
      outboundAllow: [],
      guardedFetch: world.app.context.guardedFetch,
      isGranted: () => true,
      findConnection: async () => null,
      now: Date.now,
    })
    for (const [name, template, provider, modelName, rest] of templates)
      await publish(world.app.api, name, template, { metadata: model(provider, modelName, rest) })
  })
  after(async () => {
    await models.close()
    await world.close()
  })

  const inputVariables = { name: 'Zoë' }
  for (const [promptName, , provider, modelName] of templates)
    for (const isStreamed of [false, true])
      it(`${promptName}, ${isStreamed ? 'streamed' : 'whole'}`, async () => {
        const fake: FakeProvider = provider === 'openai' ? world.openAi : world.azure
        // The vendor's Azure client does not start if this is set too.
        const address = process.env['OPENAI_BASE_URL']
        if (provider === 'openai.azure') delete process.env['OPENAI_BASE_URL']
        if (isStreamed) await runStream(world.promptLayer, { promptName, inputVariables })
        else await run(world.promptLayer, { promptName, inputVariables })
        process.env['OPENAI_BASE_URL'] = address
        const theirs = fake.lastCall()

        const path = `/prompt-templates/${encodeURIComponent(promptName)}`
        const { body } = await world.app.api.post(path, { input_variables: inputVariables })
        const request = {
          provider,
          model: modelName,
          apiType: body.metadata.model.api_type,
          kwargs: body.llm_kwargs,
          connection: null,
        }
        if (isStreamed) for await (const _ of streamModel({ models }, 1 as WorkspaceId, request));
        else await callModel({ models }, 1 as WorkspaceId, request)
        const ours = fake.lastCall()
        assert.notEqual(ours, theirs)
        assert.equal(ours.bytes.toString(), theirs.bytes.toString())
        assert.deepEqual(
          [ours.method, ours.path, String(ours.query), ours.headers.authorization, ours.headers['api-key']],
          [
            theirs.method,
            theirs.path,
            String(theirs.query),
            theirs.headers.authorization,
            theirs.headers['api-key'],
          ],
        )
      })
})
