import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createOpenAI } from '@ai-sdk/openai'
import { type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { generateText, jsonSchema, type registerTelemetry, stepCountIs, tool } from 'ai'
import { type InstrumentedWorld, startInstrumentedWorld } from './support/instrumented.ts'
import { saidIn } from './support/requests.ts'

type Integration = Parameters<typeof registerTelemetry>[0]

/**
 * The calls are the SDK's own, and so is what it tells of them. The package that turns this into spans is not
 * among our development dependencies: this does so with the attributes that the SDK's documentation names.
 */
function legacySpans(): Integration {
  const tracer = () => trace.getTracer('ai')
  const operations = new Map<string, Span>()
  const calls = new Map<string, Span>()
  return {
    onStart({ callId }) {
      operations.set(callId, tracer().startSpan('ai.generateText', { attributes: about('ai.generateText') }))
    },
    onLanguageModelCallStart({ callId, provider, modelId, instructions, messages, tools, temperature }) {
      const id = 'ai.generateText.doGenerate'
      const prompt = [...(instructions ? [{ role: 'system', content: instructions }] : []), ...messages]
      const attributes = {
        ...about(id),
        'ai.model.provider': provider,
        'ai.model.id': modelId,
        'ai.prompt.messages': JSON.stringify(prompt),
        'ai.prompt.tools': (tools ?? []).map((one) => JSON.stringify(one)),
        'gen_ai.system': provider,
        'gen_ai.request.model': modelId,
        ...(temperature !== undefined && { 'gen_ai.request.temperature': temperature }),
      }
      calls.set(callId, tracer().startSpan(id, { attributes }))
    },
    onLanguageModelCallEnd({ callId, content, finishReason, usage, responseId }) {
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
      const called = content.filter((part) => part.type === 'tool-call')
      calls
        .get(callId)!
        .setAttributes({
          'ai.response.finishReason': finishReason,
          'ai.response.id': responseId,
          ...(text !== '' && { 'ai.response.text': text }),
          ...(called.length > 0 && { 'ai.response.toolCalls': JSON.stringify(called) }),
          'ai.usage.promptTokens': usage.inputTokens ?? 0,
          'ai.usage.completionTokens': usage.outputTokens ?? 0,
        })
        .setStatus({ code: SpanStatusCode.OK })
        .end()
    },
    onEnd({ callId }) {
      operations.get(callId)!.setAttribute('ai.usage.promptTokens', 22).end()
    },
  }
}

const about = (id: string) => ({ 'operation.name': id, 'ai.operationId': id })

suite("Vercel's AI SDK", () => {
  let world: InstrumentedWorld
  before(async () => {
    world = await startInstrumentedWorld('protobuf')
  })
  after(() => world.close())

  test('each call of the model is one request; the operation around them is none', async () => {
    const openai = createOpenAI({ baseURL: world.openAi.baseUrl, apiKey: 'sk-fake' })
    const weather = tool({
      description: 'The weather',
      inputSchema: jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } }),
      execute: async () => 'rain',
    })
    const found = await world.requestsOf(() =>
      generateText({
        model: openai.chat('gpt-4o-mini'),
        instructions: 'Be kind.',
        prompt: 'Weather?',
        temperature: 0.5,
        tools: { weather },
        stopWhen: stepCountIs(2),
        telemetry: { integrations: [legacySpans()] },
      }),
    )
    assert.equal(found.length, 2)
    for (const { span, request } of found) {
      assert.equal(span.name, 'ai.generateText.doGenerate')
      assert.equal(span.attribute_style, 'vercel_ai')
      assert.deepEqual(span.attributes_not_understood, [])
      const { provider, model, input_tokens, output_tokens } = request
      assert.deepEqual([provider, model, input_tokens, output_tokens], ['openai', 'gpt-4o-mini', 11, 7])
      const { prompt_template, metadata } = request.prompt_blueprint
      assert.deepEqual(metadata.model.parameters, { temperature: 0.5 })
      assert.equal(prompt_template.tools[0].function.name, 'weather')
      assert.deepEqual(prompt_template.messages.at(-1).tool_calls[0].function, {
        name: 'weather',
        arguments: '{"city":"Oslo"}',
      })
    }
    const [, second] = found
    assert.deepEqual(saidIn(second!.request.prompt_blueprint).slice(0, 2), [
      'system: Be kind.',
      'user: Weather?',
    ])
    const toolMessage = second!.request.prompt_blueprint.prompt_template.messages[3]
    assert.deepEqual(
      [toolMessage.role, toolMessage.tool_call_id, toolMessage.content[0].text],
      ['tool', 'call_1', 'rain'],
    )
  })
})
