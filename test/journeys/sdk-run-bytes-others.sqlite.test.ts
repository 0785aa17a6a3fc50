import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import {
  callModel,
  createModels,
  type Models,
  readProviderEnvironment,
  streamModel,
} from '../../src/server/model/index.ts'
import type { WorkspaceId } from '../../src/server/workspace-id.ts'
import { eventFrame } from '../fake-models/providers/bedrock/frame.ts'
import { otherWires, request, weather } from '../model/others.ts'
import { startModelWorld } from '../model/world.ts'
import { run, runStream, type SdkWorld, startSdkWorld } from './support/sdk.ts'
import { chat, message, model, publish, user } from './support/templates.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const tools = [{ type: 'function', function: { name: 'weather', description: 'The weather', parameters } }]
const kind = chat(message('system', 'Be kind.'), user('Hi {name}, ça va? 👋🏽'))
const talk = chat(
  message('system', 'Be kind.'),
  user('Weather?'),
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'Let me look.' }],
    tool_calls: [
      { id: 'call00001', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call00001', content: [{ type: 'text', text: 'Rain' }] },
  user('Thanks, {name}'),
)
const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] }
const response_format = { type: 'json_schema', json_schema: { name: 'answer', schema } }

const kinds: [name: string, template: object, parameters?: object][] = [
  ['words', kind, { temperature: 0.5 }],
  ['tools', { ...kind, tools, tool_choice: 'required' }],
  ['talk', { ...talk, tools }],
  ['schema', kind, { response_format }],
]
const thinking: Readonly<Record<string, object>> = {
  anthropic: { thinking: { type: 'enabled', budget_tokens: 2_000 }, max_tokens: 4_000 },
  google: { thinking_config: { thinking_budget: 500, include_thoughts: true }, maxOutputTokens: 900 },
  mistral: { max_tokens: 90, safe_prompt: true, random_seed: 3 },
  'amazon.bedrock': { maxTokens: 90, top_k: 3, stopSequences: ['x'] },
}
const names: Readonly<Record<string, string>> = {
  anthropic: 'claude-opus-5-5',
  google: 'gemini-2.5-flash',
  mistral: 'mistral-medium-3',
  'amazon.bedrock': 'amazon.nova-pro-v1:0',
}

const templates = Object.entries(names).flatMap(([provider, modelName]) =>
  // The vendor's SDK cannot pass a schema to Mistral's client.
  [
    ...kinds.filter(([name]) => !(provider === 'mistral' && name === 'schema')),
    ['own parameters', kind, thinking[provider]] as const,
  ].map(([name, template, rest = {}]) => ({
    promptName: `${provider} ${name}`,
    provider,
    modelName,
    template,
    rest: { parameters: rest },
  })),
)

/** Run by Galley or by the vendor's SDK, a template makes the same request, byte for byte. */
describe('bytes sent by Galley and by run() of the SDK to the other providers', () => {
  let world: SdkWorld
  let models: Models
  let aws: Aws
  const fetchOfNode = globalThis.fetch
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
    aws = await startAws()
    process.env['AWS_ENDPOINT_URL_BEDROCK_RUNTIME'] = aws.origin
    // The vendor's SDK always calls Mistral's own address.
    globalThis.fetch = ((input: Request, init?: RequestInit) => {
      const { url } = input
      if (!url?.startsWith('https://api.mistral.ai')) return fetchOfNode(input, init)
      return fetchOfNode(
        new Request(url.replace('https://api.mistral.ai', world.mistral.baseUrl), input),
        init,
      )
    }) as typeof fetch
    for (const { promptName, template, provider, modelName, rest } of templates)
      await publish(world.app.api, promptName, template, { metadata: model(provider, modelName, rest) })
  })
  after(async () => {
    globalThis.fetch = fetchOfNode
    aws.close()
    await models.close()
    await world.close()
  })

  const inputVariables = { name: 'Zoë' }
  for (const { promptName, provider, modelName } of templates)
    for (const isStreamed of [false, true])
      it(`${promptName}, ${isStreamed ? 'streamed' : 'whole'}`, async () => {
        const fake = { anthropic: world.anthropic, google: world.google, mistral: world.mistral }[provider]
        // The client fails after a stream of Mistral has ended, when the request is already sent.
        const overlook = (error: unknown) => assert.ok(provider === 'mistral', String(error))
        if (isStreamed) await runStream(world.promptLayer, { promptName, inputVariables }).catch(overlook)
        else await run(world.promptLayer, { promptName, inputVariables })
        const theirs = fake ? sentTo(fake.lastCall()) : aws.sent.at(-1)

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
        assert.deepEqual(sentTo((fake ?? world.bedrock).lastCall()), theirs)
      })
})

describe('names in schemas that the vendor’s SDK would change', () => {
  it('are sent to Mistral and Gemini as they are', async () => {
    const world = await startModelWorld()
    for (const name of ['mistral', 'gemini']) {
      const wire = otherWires[name]!
      const input = { tools: [weather], parameters: { response_format: namedFormat } }
      await world.call(request(wire, input))
      const sent = JSON.stringify(world.fake.provider(wire.fake).lastCall().body)
      for (const name of ['city_name', 'my_mood', 'inner_part'])
        assert.ok(sent.includes(`"${name}"`), `${name} in ${sent}`)
    }
    await world.close()
  })
})

const namedFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    schema: {
      type: 'object',
      properties: { my_mood: { $ref: '#/$defs/inner_part' } },
      $defs: { inner_part: { type: 'string' } },
    },
  },
}

const sentTo = ({ path, query, bytes }: { path: string; query: URLSearchParams; bytes: Buffer }) => ({
  path,
  query: String(query),
  body: bytes.toString(),
})

interface Aws {
  readonly origin: string
  readonly sent: { path: string; query: string; body: string }[]
  close(): void
}

/** Amazon as the vendor's SDK calls it: over HTTP/2, which our fake does not speak. */
async function startAws(): Promise<Aws> {
  const sent: Aws['sent'] = []
  const answer = {
    output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
    stopReason: 'end_turn',
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    sent.push({ path: request.url, query: '', body: Buffer.concat(chunks).toString() })
    if (!request.url.endsWith('-stream')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(answer))
    }
    response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
    response.write(eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hi' } }))
    response.end(eventFrame('messageStop', { stopReason: 'end_turn' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: () => server.close(),
  }
}
