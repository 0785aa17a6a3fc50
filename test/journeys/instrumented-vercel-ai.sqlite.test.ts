import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import { LegacyOpenTelemetry, OpenTelemetry } from '@ai-sdk/otel'
import { embed, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { ofSuite } from '../kit/of-suite.ts'
import { startInstrumentedWorld } from './support/instrumented.ts'
import { readTrace } from './support/otlp.ts'
import { messageLines } from './support/requests.ts'

const weather = tool({
  description: 'The weather',
  inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
  execute: async () => 'rain',
})

/** Spans of the SDK's own package: OpenTelemetry's conventions, or the older attributes. */
const styles = [
  {
    style: 'gen_ai',
    name: 'chat gpt-4o-mini',
    integration: () => new OpenTelemetry(),
    unreadKeys: [],
  },
  {
    style: 'vercel_ai',
    name: 'ai.generateText.doGenerate',
    integration: () => new LegacyOpenTelemetry(),
    unreadKeys: ['ai.request.headers.user-agent', 'ai.response.providerMetadata'],
  },
] as const

suite("Vercel's AI SDK", () => {
  const world = ofSuite(() => startInstrumentedWorld('protobuf'))
  const openai = () => createOpenAI({ baseURL: world.openAi.baseUrl, apiKey: 'sk-fake' })

  for (const { style, name, integration, unreadKeys } of styles) {
    test(`each call of the model is one request; the operation around them is none (${style})`, async () => {
      const requests = await world.requestsOf(() =>
        generateText({
          model: openai().chat('gpt-4o-mini'),
          instructions: 'Be kind.',
          prompt: 'Weather?',
          temperature: 0.5,
          tools: { weather },
          stopWhen: isStepCount(2),
          telemetry: { integrations: [integration()] },
        }),
      )
      assert.equal(requests.length, 2)
      for (const { span, request } of requests) {
        assert.equal(span.name, name)
        assert.equal(span.attribute_style, style)
        assert.deepEqual(span.attributes_not_understood, unreadKeys)
        const { provider, model, input_tokens, output_tokens } = request
        assert.deepEqual([provider, model, input_tokens, output_tokens], ['openai', 'gpt-4o-mini', 11, 7])
        const { prompt_template, metadata } = request.prompt_blueprint
        assert.equal(metadata.model.parameters.temperature, 0.5)
        assert.equal(prompt_template.tools[0].function.name, 'weather')
        assert.deepEqual(prompt_template.messages.at(-1).tool_calls[0].function, {
          name: 'weather',
          arguments: '{"city":"Oslo"}',
        })
      }
      const [first, second] = requests
      assert.deepEqual(messageLines(second!.request.prompt_blueprint).slice(0, 2), [
        'system: Be kind.',
        'user: Weather?',
      ])
      const toolMessage = second!.request.prompt_blueprint.prompt_template.messages[3]
      assert.deepEqual(
        [toolMessage.role, toolMessage.tool_call_id, toolMessage.content[0].text],
        ['tool', 'call_1', 'rain'],
      )
      const { spans } = await readTrace(world.app.api, first!.span.context.trace_id)
      assert.ok(spans.length > 3, 'the operation, its steps and the tool are spans too')
    })

    test(`a stream is one request, with all that was said (${style})`, async () => {
      const requests = await world.requestsOf(async () => {
        const result = streamText({
          model: openai().chat('gpt-4o-mini'),
          prompt: 'Hi',
          telemetry: { integrations: [integration()] },
        })
        await result.consumeStream()
      })
      assert.equal(requests.length, 1)
      const messages = messageLines(requests[0]!.request.prompt_blueprint)
      assert.equal(messages[0], 'user: Hi')
      assert.match(messages.at(-1)!, /^assistant: ./)
    })

    if (style === 'gen_ai')
      test('an agent is named by the id of its function', async () => {
        const [request] = await world.requestsOf(() =>
          generateText({
            model: openai().chat('gpt-4o-mini'),
            prompt: 'Hi',
            telemetry: { functionId: 'support desk', integrations: [integration()] },
          }),
        )
        const { spans } = await readTrace(world.app.api, request!.span.context.trace_id)
        const names = spans.map(({ name: shown }: { name: string }) => shown)
        assert.ok(names.includes('invoke_agent support desk'), names.join())
      })

    test(`an embedding is one request (${style})`, async () => {
      const requests = await world.requestsOf(() =>
        embed({
          model: openai().embedding('text-embedding-3-small'),
          value: 'Hello',
          telemetry: { integrations: [integration()] },
        }),
      )
      assert.deepEqual(
        requests.map(({ request }) => request.model),
        ['text-embedding-3-small'],
      )
    })
  }
})
