import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { OpenAIInstrumentation } from '@opentelemetry/instrumentation-openai'
import {
  type InstrumentedWorld,
  noMeters,
  openAiModule,
  startInstrumentedWorld,
} from './support/instrumented.ts'

/**
 * This instrumentation sends messages as log records, not with its spans. It supports no client version as new as ours, so
 * it gets the module explicitly.
 */
suite("OpenTelemetry's instrumentation of OpenAI's client, exported as JSON", () => {
  let world: InstrumentedWorld
  const instrumentation = new OpenAIInstrumentation()
  const modules = instrumentation.getModuleDefinitions()
  before(async () => {
    world = await startInstrumentedWorld('json')
    instrumentation.setTracerProvider(world.provider)
    instrumentation.setMeterProvider(noMeters())
    for (const module of modules) module.patch?.(openAiModule)
  })
  after(async () => {
    for (const module of modules) module.unpatch?.(openAiModule)
    await world.close()
  })

  test('a chat', async () => {
    const [only, second] = await world.requestsOf((client) =>
      client.chat.completions.create({
        model: 'gpt-4o-mini',
        temperature: 0.2,
        max_tokens: 50,
        stop: ['\n'],
        messages: [{ role: 'user', content: 'Hi' }],
      }),
    )
    assert.ok(only && !second)
    assert.equal(only.span.attribute_style, 'gen_ai')
    assert.deepEqual(only.span.attributes_not_understood, [])
    const { provider, model, input_tokens, output_tokens, prompt_blueprint } = only.request
    assert.deepEqual([provider, model, input_tokens, output_tokens], ['openai', 'gpt-4o-mini', 11, 7])
    assert.deepEqual(prompt_blueprint.metadata.model.parameters, {
      temperature: 0.2,
      max_tokens: 50,
      stop: ['\n'],
    })
    assert.deepEqual(prompt_blueprint.prompt_template.messages, [])
  })

  test('a stream, and a failure', async () => {
    const requests = await world.requestsOf(async (client) => {
      const call = { model: 'gpt-4o-mini', messages: [{ role: 'user' as const, content: 'Hi' }] }
      const stream = await client.chat.completions.create({
        ...call,
        stream: true,
        stream_options: { include_usage: true },
      })
      for await (const _chunk of stream);
      world.openAi.failNext('bad_key')
      await assert.rejects(client.chat.completions.create(call))
    })
    assert.deepEqual(
      requests.map(({ request: { status, error_type, tokens } }) => [status, error_type, tokens]),
      [
        ['SUCCESS', null, 18],
        ['ERROR', 'PROVIDER_AUTH_ERROR', 0],
      ],
    )
  })
})
