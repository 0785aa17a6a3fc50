import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { ModelFailure } from '../../src/server/model/index.ts'
import { echo } from '../fake-models/echo.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { asking, type ModelWorld, openAiWires, readToEnd, startModelWorld } from './world.ts'

const chat = openAiWires['chat']!

describe('calls of OpenAI with faults', () => {
  const world = ofSuite(startModelWorld)
  beforeEach(() => world.fake.answerWith(echo))
  const openAi = () => world.fake.provider('openai')

  it('are retried when a retry repeats no effect, streamed or not', async () => {
    openAi().failNext('rate_limit_milliseconds', 'rate_limit_milliseconds')
    assert.equal((await world.call(chat)).attempts, 3)
    openAi().failNext('rate_limit_milliseconds')
    const { outcome } = await readToEnd(world.stream(chat))
    assert.equal(outcome.attempts, 2)
    assert.ok(outcome.waitedMilliseconds >= 120, 'Retry-After was not kept to')
    assert.ok(outcome.waitedMilliseconds > outcome.latencyMilliseconds)
  })

  it('are made once if the provider might have acted', async () => {
    for (const fault of [
      'reset',
      'truncated',
      'bad_key',
      'quota',
      'context_length',
      'error_in_stream',
    ] as const) {
      const calls = openAi().calls.length
      openAi().failNext(fault)
      await assert.rejects(readToEnd(world.stream(chat)), ModelFailure)
      assert.equal(openAi().calls.length, calls + 1, fault)
    }
  })

  it('all end under a limit that is learned from refusals', async () => {
    world.fake.limit({ perSecond: 50, burst: 5, saysRetryAfter: true })
    const calls = Array.from({ length: 20 }, () => world.call(chat, { attempts: 20 }))
    const outcomes = await Promise.all(calls)
    world.fake.limit(null)
    assert.ok(outcomes.some(({ attempts }) => attempts > 1))
    assert.equal(new Set(outcomes.map(({ reply }) => reply.finishReason)).size, 1)
  })

  it('keep characters that arrive in pieces', async () => {
    const { text, outcome } = await readToEnd(world.stream(asking(chat, 'split_characters')))
    assert.equal(text, 'From a fault: Grüße 👋🏽.')
    assert.match(JSON.stringify(outcome.reply.response), /Grüße 👋🏽\./)
  })

  it('keep the text that arrived before a stream broke', async () => {
    for (const fault of ['reset_in_answer', 'error_in_stream'] as const) {
      openAi().failNext(fault)
      const failure = await readToEnd(world.stream(chat)).then(
        () => assert.fail('it did not fail'),
        (error) => error,
      )
      assert.match(JSON.stringify(failure.partial.response), /You said: /)
    }
  })
})

describe("calls of a workspace's own server", () => {
  const environment = { ...process.env }
  let world: ModelWorld
  beforeEach(() => {
    Object.assign(process.env, {
      OPENAI_CUSTOM_HEADERS: 'x-operator: mine',
      OPENAI_ADMIN_KEY: 'sk-admin',
      OPENAI_ORG_ID: 'org-operator',
      OPENAI_PROJECT_ID: 'project-operator',
    })
  })
  afterEach(async () => {
    process.env = { ...environment }
    await world.close()
  })
  const start = async (apiKey: string | null) => {
    world = await startModelWorld({
      environment: { OPENAI_ORG_ID: 'org-operator' },
      connection: (fake) => ({ name: 'ours', baseUrl: fake.provider('openai').baseUrl, apiKey }),
    })
  }

  it('need no key and send no data of the operator', async () => {
    await start(null)
    await world.call({ ...chat, provider: 'our-own' })
    const { headers } = world.fake.provider('openai').lastCall()
    for (const name of ['authorization', 'x-operator', 'openai-organization', 'openai-project'])
      assert.equal(headers[name], undefined, name)
  })

  it('do not show the key that the server quotes', async () => {
    await start('Incorrect API key')
    world.fake.provider('openai').failNext('bad_key')
    await assert.rejects(world.call({ ...chat, connection: 'ours' }), {
      message: '401 *** provided: sk-fake.',
    })
    assert.equal(world.fake.provider('openai').lastCall().headers.authorization, 'Bearer Incorrect API key')
  })
})
