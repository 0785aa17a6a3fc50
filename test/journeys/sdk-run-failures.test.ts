import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { anthropicFailures } from '../world/fake-anthropic.ts'
import { openAiFailures } from '../world/fake-openai.ts'
import type { Failure, FakeProvider } from '../world/wire.ts'
import { readBack, saidIn } from './support/requests.ts'
import { run, type SdkWorld, startSdkWorld } from './support/sdk.ts'
import { model, publish, says } from './support/templates.ts'

/** A failed run is logged as such, and the provider's own error reaches the caller. */
describe('run() of the SDK when the provider fails', () => {
  let world: SdkWorld
  let requestId = 0
  before(async () => {
    world = await startSdkWorld()
    const { api } = world.app
    await publish(api, 'openai', says('Hi {name}'), {
      metadata: model('openai', 'gpt-4o-mini', { api_type: 'chat-completions' }),
    })
    await publish(api, 'anthropic', says('Hi {name}'), {
      metadata: model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 10 } }),
    })
  })
  after(() => world.close())

  const cases: [string, 'openAi' | 'anthropic', Failure, string][] = [
    ['a bad key at OpenAI', 'openAi', openAiFailures.badKey, 'PROVIDER_AUTH_ERROR'],
    ['a rate limit at OpenAI', 'openAi', openAiFailures.rateLimit, 'PROVIDER_RATE_LIMIT'],
    ['a broken OpenAI', 'openAi', openAiFailures.serverError, 'PROVIDER_ERROR'],
    ['a request that OpenAI refuses', 'openAi', openAiFailures.badRequest, 'PROVIDER_ERROR'],
    ['a bad key at Anthropic', 'anthropic', anthropicFailures.badKey, 'PROVIDER_AUTH_ERROR'],
    ['a rate limit at Anthropic', 'anthropic', anthropicFailures.rateLimit, 'PROVIDER_RATE_LIMIT'],
    ['an overloaded Anthropic', 'anthropic', anthropicFailures.overloaded, 'PROVIDER_ERROR'],
    ['a request that Anthropic refuses', 'anthropic', anthropicFailures.badRequest, 'PROVIDER_ERROR'],
  ]

  for (const [what, which, failure, errorType] of cases)
    it(`logs ${what} as ${errorType} and throws the provider's error`, async () => {
      const provider: FakeProvider = world[which]
      provider.failNext(failure)
      const request = {
        promptName: which.toLowerCase(),
        inputVariables: { name: 'Ada' },
        tags: ['failed'],
        metadata: { customer: 'c3' },
      }
      const error = await run(world.promptLayer, request).then(
        () => assert.fail('it did not throw'),
        (thrown: Error & { status?: number }) => thrown,
      )
      assert.equal(error.status, failure.status)
      const row = await readBack(world.app.api, ++requestId)
      assert.deepEqual(
        [row.status, row.error_type, row.error_message, row.tokens],
        ['ERROR', errorType, error.message, 0],
      )
      assert.deepEqual([row.tags, row.metadata], [['failed'], { customer: 'c3' }])
      assert.deepEqual(saidIn(row.prompt_blueprint), ['user: Hi Ada'])
    })

  it('logs a provider that cannot be reached', async () => {
    const address = process.env['OPENAI_BASE_URL']
    process.env['OPENAI_BASE_URL'] = 'http://127.0.0.1:1'
    try {
      const overrides = { promptName: 'openai', inputVariables: { name: 'Ada' } }
      await assert.rejects(run(world.promptLayer, overrides), /Connection error/)
    } finally {
      process.env['OPENAI_BASE_URL'] = address
    }
    const row = await readBack(world.app.api, ++requestId)
    assert.deepEqual([row.status, row.error_type], ['ERROR', 'UNKNOWN_ERROR'])
  })
})
