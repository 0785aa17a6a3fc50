import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { OpenAIInstrumentation } from '@arizeai/openinference-instrumentation-openai'
import {
  type InstrumentedWorld,
  openAiModule,
  startInstrumentedWorld,
  weather,
} from './support/instrumented.ts'
import { messageLines } from './support/requests.ts'

/** It never ends the span of a failed call, so failures are not tested. */
suite("OpenInference's instrumentation of OpenAI's client, exported as protobuf", () => {
  let world: InstrumentedWorld
  let instrumentation: OpenAIInstrumentation
  before(async () => {
    world = await startInstrumentedWorld('protobuf')
    instrumentation = new OpenAIInstrumentation({ tracerProvider: world.provider })
    instrumentation.manuallyInstrument(openAiModule as never)
  })
  after(async () => {
    instrumentation.disable()
    await world.close()
  })

  test('a chat with an image', async () => {
    const [only, second] = await world.requestsOf((client) =>
      client.chat.completions.create({
        model: 'gpt-4o-mini',
        temperature: 0.2,
        messages: [
          { role: 'system', content: 'Be kind.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'Who is this?' },
              { type: 'image_url', image_url: { url: 'https://images.test/ada.png' } },
            ],
          },
        ],
      }),
    )
    assert.ok(only && !second)
    const { span, request } = only
    assert.equal(span.attribute_style, 'openinference')
    assert.deepEqual(span.attributes_not_understood, [])
    const { provider, model, input_tokens, output_tokens, status, trace_id } = request
    assert.deepEqual(
      { provider, model, input_tokens, output_tokens, status, trace_id },
      {
        provider: 'openai',
        model: 'gpt-4o-mini',
        input_tokens: 11,
        output_tokens: 7,
        status: 'SUCCESS',
        trace_id: span.context.trace_id,
      },
    )
    const { messages } = request.prompt_blueprint.prompt_template
    assert.equal(messages[1].content[1].image_url.url, 'https://images.test/ada.png')
    assert.equal(messages[2].content[0].text, 'Hello from chat.')
    assert.deepEqual(request.prompt_blueprint.metadata.model.parameters, { temperature: 0.2 })
  })

  test('a call of a tool', async () => {
    const [only] = await world.requestsOf((client) =>
      client.chat.completions.create({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content: 'Weather?' }],
        tools: [weather],
      }),
    )
    const { messages, tools } = only!.request.prompt_blueprint.prompt_template
    assert.equal(tools[0].function.name, 'weather')
    assert.deepEqual(messages[1].tool_calls[0].function, { name: 'weather', arguments: '{"city":"Oslo"}' })
    assert.deepEqual(only!.span.attributes_not_understood, [])
  })

  test('a stream, and the Responses API', async () => {
    const requests = await world.requestsOf(async (client) => {
      const stream = await client.chat.completions.create({
        model: 'gpt-4o-mini',
        stream: true,
        messages: [{ role: 'user', content: 'Hi' }],
      })
      for await (const _chunk of stream);
      await client.responses.create({ model: 'gpt-4o-mini', instructions: 'Be kind.', input: 'Hello' })
    })
    assert.deepEqual(
      requests.map(({ request }) => messageLines(request.prompt_blueprint)),
      [
        ['user: Hi', 'assistant: Hello from chat.'],
        ['system: Be kind.', 'user: Hello', 'assistant: Hello from responses.'],
      ],
    )
    assert.equal(requests[1]!.request.tokens, 20)
  })
})
