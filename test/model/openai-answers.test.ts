import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { readProviderCall } from '../../src/engine/template/provider-reading/index.ts'
import { echo } from '../fake-models/echo.ts'
import { pixel, type Reply } from '../fake-models/index.ts'
import { ofSuite } from '../kit/of-suite.ts'
import { openAiWires, readToEnd, startModelWorld } from './world.ts'

const functions: Readonly<Record<string, string>> = {
  chat: 'openai.chat.completions.create',
  responses: 'openai.responses.create',
  text: 'openai.completions.create',
  images: 'openai.images.generate',
}

describe('answers of the wires of OpenAI', () => {
  const world = ofSuite(startModelWorld)
  beforeEach(() => world.fake.answerWith(echo))

  /** The content that is logged, with usage and finish reason; the same whole and streamed. */
  const answered = async (wire: string, reply: Reply) => {
    world.fake.answerWith(() => reply)
    const request = openAiWires[wire]!
    const whole = await world.call(request)
    const streamed = await readToEnd(world.stream(request))
    const shown = [whole, streamed.outcome].map(({ reply: { response, usage, finishReason, model } }) => {
      const reading = readProviderCall({
        providerType: 'openai',
        functionName: functions[wire]!,
        args: [],
        kwargs: { ...request.kwargs },
        response,
      })
      return { output: reading.output, usage, finishReason, model }
    })
    assert.deepEqual(shown[1], shown[0])
    // biome-ignore lint/suspicious/noExplicitAny: tests read any answer by path.
    return { ...(shown[0] as any), text: streamed.text }
  }

  it('choices, each with its text', async () => {
    const reply = { text: 'Eins 👋🏽', others: [{ text: 'Zwei' }, { text: 'Drei ist länger' }] }
    const chat = await answered('chat', reply)
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      chat.output.messages.map(({ content }: any) => content[0].text),
      ['Eins 👋🏽', 'Zwei', 'Drei ist länger'],
    )
    assert.equal(chat.text, 'Eins 👋🏽')
    const text = await answered('text', reply)
    assert.equal(text.output.content.length, 3)
  })

  it('calls of several tools, after words and thoughts', async () => {
    const reply = {
      thinking: 'They want both.',
      text: 'Let me look.',
      toolCalls: [
        { name: 'weather', arguments: { city: 'Tromsø' } },
        { name: 'time', arguments: {} },
      ],
    }
    for (const wire of ['chat', 'responses']) {
      const { output, finishReason } = await answered(wire, reply)
      const [message] = output.messages
      assert.deepEqual(
        message.content.map(({ type }: { type: string }) => type),
        ['thinking', 'text'],
      )
      assert.deepEqual(
        message.tool_calls.map(({ function: called }: { function: object }) => called),
        [
          { name: 'weather', arguments: '{"city":"Tromsø"}' },
          { name: 'time', arguments: '{}' },
        ],
      )
      assert.equal(finishReason, wire === 'chat' ? 'tool_calls' : 'completed')
    }
  })

  it('refusals, and answers that are cut short', async () => {
    for (const wire of ['chat', 'responses']) {
      const refused = await answered(wire, { refusal: 'I will not.' })
      assert.deepEqual(
        [refused.output.messages[0].content[0].text, refused.text],
        ['I will not.', 'I will not.'],
      )
      const cut = await answered(wire, { text: 'It is', end: 'length' })
      assert.equal(cut.finishReason, wire === 'chat' ? 'length' : 'max_output_tokens')
    }
  })

  it('images, alone and beside words', async () => {
    const images = await answered('images', { images: [pixel] })
    assert.deepEqual([images.output.content[0].type, images.output.content[0].url], ['output_media', pixel])
    for (const wire of ['chat', 'responses']) {
      const { output } = await answered(wire, { text: 'Here.', images: [pixel] })
      assert.deepEqual(
        output.messages[0].content.map(({ type }: { type: string }) => type),
        ['text', 'output_media'],
      )
    }
  })

  it('every kind of token, and none without usage', async () => {
    const usage = {
      input: 100,
      output: 50,
      cached: 60,
      reasoning: 20,
      inputAudio: 5,
      outputAudio: 7,
      cacheWrite: 3,
    }
    const chat = await answered('chat', { text: 'Hi', usage })
    const counted = { inputTokens: 100, outputTokens: 50, cachedInputTokens: 60, reasoningTokens: 20 }
    assert.deepEqual(chat.usage, {
      ...counted,
      cacheWriteTokens: 0,
      inputAudioTokens: 5,
      outputAudioTokens: 7,
    })
    const responses = await answered('responses', { text: 'Hi', usage })
    assert.deepEqual(responses.usage, {
      ...counted,
      cacheWriteTokens: 3,
      inputAudioTokens: 0,
      outputAudioTokens: 0,
    })
    for (const wire of ['chat', 'responses', 'text', 'images'])
      assert.equal((await answered(wire, { text: 'Hi', usage: null })).usage, null, wire)
  })

  it('embeddings', async () => {
    const { reply } = await world.call(openAiWires['embeddings']!)
    const { data } = reply.response as { data: { embedding: number[] }[] }
    assert.equal(data[0]?.embedding.length, 8)
    assert.equal(reply.usage?.inputTokens, 3)
  })

  it('are the answers of the model that answered', async () => {
    const { reply } = await world.call(openAiWires['azure']!)
    assert.equal(reply.model, 'our-gpt')
    const last = world.fake.provider('azure').lastCall()
    assert.equal(last.path, '/openai/deployments/our-gpt/chat/completions')
    assert.deepEqual(
      [last.headers['api-key'], last.query.get('api-version')],
      ['sk-azure-fake', '2026-10-01'],
    )
    await world.call(openAiWires['openrouter']!)
    assert.equal(world.fake.provider('openrouter').lastCall().headers.authorization, 'Bearer sk-or-fake')
  })
})
