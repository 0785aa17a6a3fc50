import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { ofSuite } from '../kit/of-suite.ts'
import { messageLines, readBack } from './support/requests.ts'
import { startSdkWorld } from './support/sdk.ts'

/** With `return_pl_id`, the wrapped clients return the answer and the id of its log. */
type WithId<T> = [T, number]
const plus = { pl_tags: ['wrapped'], return_pl_id: true }

describe('the provider clients that the SDK wraps', () => {
  const world = ofSuite(startSdkWorld)
  let openAi: OpenAI
  let anthropic: Anthropic
  before(async () => {
    const { OpenAI: OpenAiClient, Anthropic: AnthropicClient } = world.promptLayer
    openAi = new OpenAiClient({ baseURL: world.openAi.baseUrl, apiKey: 'sk-1' })
    anthropic = new AnthropicClient({ baseURL: world.anthropic.baseUrl, apiKey: 'sk-2' })
  })

  const messages = [{ role: 'user' as const, content: 'Hi' }]

  it('log a chat completion', async () => {
    const call = { model: 'gpt-4o-mini', messages, temperature: 0.5, ...plus }
    const answer = (await openAi.chat.completions.create(call)) as unknown as WithId<OpenAI.ChatCompletion>
    const [completion, id] = answer
    assert.equal(completion.choices[0]?.message.content, 'Hello from chat.')
    assert.deepEqual(world.openAi.lastCall().body, { model: 'gpt-4o-mini', messages, temperature: 0.5 })
    const row = await readBack(world.app.api, id)
    assert.deepEqual(
      [row.provider, row.model, row.tokens, row.tags, row.function_name],
      ['openai', 'gpt-4o-mini', 18, ['wrapped'], 'openai.chat.completions.create'],
    )
    assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi', 'assistant: Hello from chat.'])
    assert.equal(row.prompt_blueprint.metadata.model.parameters.temperature, 0.5)
    assert.equal(row.prompt_id, null)
  })

  it('log a streamed chat completion at its end', async () => {
    const call = {
      model: 'gpt-4o-mini',
      messages,
      stream: true as const,
      stream_options: { include_usage: true },
      ...plus,
    }
    const stream = (await openAi.chat.completions.create(call)) as unknown as AsyncIterable<WithId<unknown>>
    const ids: (number | null)[] = []
    for await (const [, id] of stream) ids.push(id)
    const row = await readBack(world.app.api, ids.pop()!)
    assert.ok(ids.length > 0 && ids.every((id) => id === null))
    assert.equal(row.tokens, 18)
    assert.deepEqual(messageLines(row.prompt_blueprint), ['user: Hi', 'assistant: Hello from chat.'])
  })

  it('log the Responses API', async () => {
    const call = { model: 'gpt-4o-mini', input: 'Hi', instructions: 'Be kind.', ...plus }
    const [, id] = (await openAi.responses.create(call)) as unknown as WithId<unknown>
    const row = await readBack(world.app.api, id)
    assert.deepEqual([row.function_name, row.tokens], ['openai.responses.create', 20])
    assert.deepEqual(messageLines(row.prompt_blueprint).slice(-2), [
      'user: Hi',
      'assistant: Hello from responses.',
    ])
  })

  it('log a message of Claude', async () => {
    const call = { model: 'claude-opus-5-5', max_tokens: 10, system: 'Be kind.', messages, ...plus }
    const [message, id] = (await anthropic.messages.create(call)) as unknown as WithId<Anthropic.Message>
    assert.equal(message.content[0]?.type, 'text')
    const row = await readBack(world.app.api, id)
    assert.deepEqual(
      [row.provider, row.model, row.tokens, row.tags],
      ['anthropic', 'claude-opus-5-5', 20, ['wrapped']],
    )
    assert.deepEqual(messageLines(row.prompt_blueprint), [
      'system: Be kind.',
      'user: Hi',
      'assistant: Hello from Claude.',
    ])
  })

  it('log a streamed message of Claude', async () => {
    const call = { model: 'claude-opus-5-5', max_tokens: 10, messages, stream: true as const, ...plus }
    const stream = (await anthropic.messages.create(call)) as unknown as AsyncIterable<WithId<unknown>>
    let last = 0
    for await (const [, id] of stream) last = id
    const row = await readBack(world.app.api, last)
    assert.equal(row.tokens, 20)
    assert.equal(messageLines(row.prompt_blueprint).at(-1), 'assistant: Hello from Claude.')
  })

  it('return the bare answer without a requested id, and log the call', async () => {
    const completion = await openAi.chat.completions.create({ model: 'gpt-4o-mini', messages })
    assert.equal(completion.choices[0]?.message.content, 'Hello from chat.')
    const rows = await world.app.context.store.db.selectFrom('requests').select('id').execute()
    assert.equal(rows.length, 6)
  })
})
