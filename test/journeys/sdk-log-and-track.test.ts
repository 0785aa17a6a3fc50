import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { ofSuite } from '../kit/of-suite.ts'
import { logCall, messageLines, readBack } from './support/requests.ts'
import { type SdkWorld, startSdkWorld } from './support/sdk.ts'
import { publish, userChat } from './support/templates.ts'

describe('logging and tracking through the SDK', () => {
  const world = ofSuite(startSdkWorld)
  before(async () => {
    await publish(world.app.api, 'greeting', userChat('Hi {name}'), { labels: ['prod'] })
    await publish(world.app.api, 'greeting', userChat('Hello {name}'))
  })

  type LogRequest = Parameters<SdkWorld['promptLayer']['logRequest']>[0]
  const log = (rest: Partial<LogRequest> = {}) =>
    world.promptLayer.logRequest({
      ...(logCall() as unknown as LogRequest),
      request_start_time: Date.UTC(2026, 10, 20, 10),
      request_end_time: Date.UTC(2026, 10, 20, 10) + 1500,
      ...rest,
    })

  it('logs a request with everything beside it', async () => {
    const answer = await log({
      prompt_name: 'greeting',
      prompt_version_number: 1,
      prompt_input_variables: { name: 'Ada' },
      input_tokens: 3,
      output_tokens: 4,
      price: 0.25,
      parameters: { temperature: 1 },
      tags: ['logged'],
      metadata: { customer: 'c4' },
      score: 80,
      score_name: 'tone',
      function_name: 'my.function',
      status: 'WARNING',
      error_type: 'PROVIDER_PARTIAL_RESPONSE',
      error_message: 'cut off',
    })
    assert.ok(answer)
    const row = await readBack(world.app.api, answer.id)
    assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi', 'assistant: Hello.'])
    assert.deepEqual(messageLines(answer.prompt_version as never), ['user: Hi', 'assistant: Hello.'])
    const { prompt_blueprint, prompt_id, request_id, ...rest } = row
    assert.deepEqual(rest, {
      success: true,
      provider: 'openai',
      model: 'gpt-4o-mini',
      input_tokens: 3,
      output_tokens: 4,
      tokens: 7,
      price: 0.25,
      price_source: 'given',
      request_start_time: '2026-11-20T10:00:00.000Z',
      request_end_time: '2026-11-20T10:00:01.500Z',
      latency_ms: 1500,
      attempts: null,
      time_to_first_token_ms: null,
      output_tokens_per_second: null,
      body_unavailable: null,
      media: [],
      waited_ms: null,
      trace_id: null,
      status: 'WARNING',
      error_type: 'PROVIDER_PARTIAL_RESPONSE',
      error_message: 'cut off',
      function_name: 'my.function',
      prompt_name: 'greeting',
      prompt_version_number: 1,
      prompt_label: null,
      source: 'app',
      prompt_input_variables: { name: 'Ada' },
      tags: ['logged'],
      metadata: { customer: 'c4' },
      scores: [{ name: 'tone', score: 80 }],
      group_id: null,
    })
  })

  it('tracks metadata, scores, a prompt and a group of a logged request', async () => {
    const { track, group } = world.promptLayer
    const answer = await log({ metadata: { kept: 'yes', changed: 'no' } })
    const request_id = answer!.id
    assert.equal(await track.metadata({ request_id, metadata: { changed: 'yes', added: 'too' } }), true)
    assert.equal(await track.score({ request_id, score: 70 }), true)
    assert.equal(await track.score({ request_id, score: 50, name: 'tone' }), true)
    assert.equal(await track.score({ request_id, score: 90 }), true)
    const prompt = { request_id, prompt_name: 'greeting', prompt_input_variables: { name: 'Ada' } }
    assert.equal(await track.prompt({ ...prompt, label: 'prod' }), true)
    const group_id = (await group.create()) as number
    assert.equal(await track.group({ request_id, group_id }), true)

    const row = await readBack(world.app.api, request_id)
    assert.deepEqual(row.metadata, { kept: 'yes', changed: 'yes', added: 'too' })
    assert.deepEqual(row.scores, [
      { name: 'default', score: 90 },
      { name: 'tone', score: 50 },
    ])
    assert.deepEqual([row.prompt_version_number, row.prompt_input_variables], [1, { name: 'Ada' }])
    assert.equal(row.group_id, group_id)

    await track.prompt({ ...prompt, version: 2 })
    assert.equal((await readBack(world.app.api, request_id)).prompt_version_number, 2)
  })

  it("throws the server's message", async () => {
    const { track } = world.promptLayer
    await assert.rejects(log({ prompt_name: 'nobody' }), /no such prompt template/)
    await assert.rejects(
      log({ status: 'ERROR', error_type: 'PROVIDER_PARTIAL_RESPONSE' }),
      /may not accompany/,
    )
    await assert.rejects(track.metadata({ request_id: 999_999, metadata: {} }), /no such request/)
    await assert.rejects(track.score({ request_id: 999_999, score: 1 }), /no such request/)
    const { id } = (await log())!
    await assert.rejects(track.group({ request_id: id, group_id: 999_999 }), /no such group/)
    await assert.rejects(
      track.prompt({ request_id: id, prompt_name: 'nobody', prompt_input_variables: {} }),
      /no such prompt template/,
    )
  })
})
