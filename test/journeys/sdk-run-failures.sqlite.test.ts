import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { FakeProvider, FaultName } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { run, startSdkWorld } from './support/sdk.ts'
import { model, publish, userChat } from './support/templates.ts'

/** A failed run is logged as failed, and the caller gets the provider's error. */
describe('run() of the SDK when the provider fails', () => {
  const world = ofSuite(startSdkWorld)
  let requestId = 0
  before(async () => {
    const { api } = world.app
    await publish(api, 'openai', userChat('Hi {name}'), {
      metadata: model('openai', 'gpt-4o-mini', { api_type: 'chat-completions' }),
    })
    await publish(api, 'anthropic', userChat('Hi {name}'), {
      metadata: model('anthropic', 'claude-opus-5-5', { parameters: { max_tokens: 10 } }),
    })
  })

  const cases: [string, 'openAi' | 'anthropic', FaultName, number, string][] = [
    ['a bad key at OpenAI', 'openAi', 'bad_key', 401, 'PROVIDER_AUTH_ERROR'],
    ['a rate limit at OpenAI', 'openAi', 'rate_limit', 429, 'PROVIDER_RATE_LIMIT'],
    ['a broken OpenAI', 'openAi', 'server_error', 500, 'PROVIDER_ERROR'],
    ['a request that OpenAI refuses', 'openAi', 'bad_request', 400, 'PROVIDER_ERROR'],
    ['a bad key at Anthropic', 'anthropic', 'bad_key', 401, 'PROVIDER_AUTH_ERROR'],
    ['a rate limit at Anthropic', 'anthropic', 'rate_limit', 429, 'PROVIDER_RATE_LIMIT'],
    ['an overloaded Anthropic', 'anthropic', 'overloaded', 529, 'PROVIDER_ERROR'],
    ['a request that Anthropic refuses', 'anthropic', 'bad_request', 400, 'PROVIDER_ERROR'],
  ]

  for (const [what, which, fault, status, errorType] of cases)
    it(`logs ${what} as ${errorType} and throws the provider's error`, async () => {
      const provider: FakeProvider = world[which]
      provider.failNext(fault)
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
      assert.equal(error.status, status)
      const row = await readBack(world.app.api, ++requestId)
      assert.deepEqual(
        [row.status, row.error_type, row.error_message, row.tokens],
        ['ERROR', errorType, error.message, 0],
      )
      assert.deepEqual([row.tags, row.metadata], [['failed'], { customer: 'c3' }])
      assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi Ada'])
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
