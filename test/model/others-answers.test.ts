import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readProviderCall } from '../../src/engine/template/provider-reading/index.ts'
import { textIn } from '../../src/engine/template/provider-reading/reading.cases.ts'
import { echo } from '../fake-models/echo.ts'
import { pixel, type Reply } from '../fake-models/index.ts'
import { type OtherWire, otherWires, request, weather } from './others.ts'
import { type ModelWorld, readToEnd, startModelWorld } from './world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read any answer by path.
type Any = any

const stops: Readonly<Record<string, readonly [usual: string, tools: string, length: string]>> = {
  anthropic: ['end_turn', 'tool_use', 'max_tokens'],
  'claude on bedrock': ['end_turn', 'tool_use', 'max_tokens'],
  'claude on vertex': ['end_turn', 'tool_use', 'max_tokens'],
  gemini: ['STOP', 'STOP', 'MAX_TOKENS'],
  'gemini on vertex': ['STOP', 'STOP', 'MAX_TOKENS'],
  mistral: ['stop', 'tool_calls', 'length'],
  cohere: ['COMPLETE', 'TOOL_CALL', 'MAX_TOKENS'],
  bedrock: ['end_turn', 'tool_use', 'max_tokens'],
  huggingface: ['stop', 'tool_calls', 'length'],
}

describe('answers of the other wires', () => {
  const worlds = new Map<OtherWire, ModelWorld>()
  before(async () => {
    for (const wire of Object.values(otherWires))
      worlds.set(wire, await startModelWorld({ environment: wire.environment ?? {} }))
  })
  beforeEach(() => {
    for (const { fake } of worlds.values()) fake.answerWith(echo)
  })
  after(async () => {
    for (const world of worlds.values()) await world.close()
  })

  /** The logged answer, which is the same for whole and streamed answers. */
  const answered = async (wire: OtherWire, reply: Reply, input: Parameters<typeof request>[1] = {}) => {
    const world = worlds.get(wire)!
    world.fake.answerWith(() => reply)
    const whole = await world.call(request(wire, input))
    const streamed = await readToEnd(world.stream(request(wire, input)))
    const shown = [whole, streamed.outcome].map(({ reply: { response, usage, finishReason, model } }) => {
      const reading = readProviderCall({
        providerType: wire.provider,
        functionName: wire.functionName,
        args: [],
        kwargs: { ...request(wire, input).kwargs },
        response: JSON.parse(JSON.stringify(response)),
      })
      return { output: reading.output as Any, usage, finishReason, model }
    })
    assert.deepEqual(shown[1], shown[0])
    return { ...shown[0]!, text: streamed.text, reading: shown[0]!.output.messages }
  }

  for (const [name, wire] of Object.entries(otherWires)) {
    const [usual, tools, length] = stops[name]!
    const counts = { inputTokens: 120, outputTokens: 30, inputAudioTokens: 0, outputAudioTokens: 0 }

    it(`${name}: words, the reason, the model and the tokens`, async () => {
      const usage = { input: 120, output: 30, cached: 20 }
      const answer = await answered(wire, { text: 'Grüße 👋🏽 zurück', usage })
      assert.deepEqual(textsOf(answer.reading), ['Grüße 👋🏽 zurück'])
      assert.equal(answer.text, 'Grüße 👋🏽 zurück')
      assert.equal(answer.finishReason, usual)
      assert.equal(answer.model, wire.model)
      assert.deepEqual(answer.usage, {
        ...counts,
        cachedInputTokens: 20,
        cacheWriteTokens: 0,
        reasoningTokens: 0,
      })
    })

    it(`${name}: an unknown token count is not zero`, async () => {
      assert.equal((await answered(wire, { text: 'Hi', usage: null })).usage, null)
    })

    it(`${name}: calls of several tools, after words`, async () => {
      const toolCalls = [
        { id: 'call00001', name: 'weather', arguments: { city_name: 'Århus' } },
        { id: 'call00002', name: 'weather', arguments: { city_name: 'Łódź' } },
      ]
      const answer = await answered(wire, { text: 'Let me look.', toolCalls }, { tools: [weather] })
      const calls = answer.reading.flatMap((message: Any) => message.tool_calls ?? [])
      assert.deepEqual(
        calls.map((call: Any) => [call.id, call.function.name, JSON.parse(call.function.arguments)]),
        toolCalls.map((call) => [call.id, call.name, call.arguments]),
      )
      assert.ok(textsOf(answer.reading).includes('Let me look.'))
      assert.equal(answer.finishReason, tools)
    })

    it(`${name}: a tool without arguments`, async () => {
      const toolCalls = [{ id: 'call00001', name: 'weather', arguments: {} }]
      const answer = await answered(wire, { toolCalls }, { tools: [weather] })
      const [call] = answer.reading.flatMap((message: Any) => message.tool_calls ?? [])
      assert.equal(call.function.arguments, '{}')
    })

    it(`${name}: an answer cut off by its limit`, async () => {
      assert.equal((await answered(wire, { text: 'I was', end: 'length' })).finishReason, length)
    })

    it(`${name}: thoughts before words`, async () => {
      const answer = await answered(wire, { thinking: 'They greet me.', text: 'Hi' })
      const [thought] = answer.reading.flatMap((message: Any) => message.content)
      assert.equal(thought.type, 'thinking')
      assert.equal(thought.thinking, 'They greet me.')
      if (/claude|anthropic|^bedrock/.test(name)) assert.equal(thought.signature, 'c2lnbmVk')
      assert.equal(answer.text, 'Hi')
    })
  }

  for (const name of ['anthropic', 'claude on bedrock', 'bedrock'])
    it(`${name}: cached and cache-write tokens are part of the input`, async () => {
      const usage = { input: 100, output: 10, cached: 60, cacheWrite: 30 }
      const answer = await answered(otherWires[name]!, { text: 'Hi', usage })
      assert.equal(answer.usage?.inputTokens, 100)
      assert.equal(answer.usage?.cachedInputTokens, 60)
      assert.equal(answer.usage?.cacheWriteTokens, 30)
    })

  it('gemini: thoughts are part of the output', async () => {
    const usage = { input: 10, output: 30, reasoning: 20 }
    const answer = await answered(otherWires['gemini']!, { thinking: 'Hm', text: 'Hi', usage })
    assert.equal(answer.usage?.outputTokens, 30)
    assert.equal(answer.usage?.reasoningTokens, 20)
  })

  it('gemini: images that were made', async () => {
    const answer = await answered(
      otherWires['gemini']!,
      { text: 'Here', images: [pixel] },
      { parameters: { response_modalities: ['TEXT', 'IMAGE'] } },
    )
    const media = answer.reading.flatMap((message: Any) => message.content)[1]
    assert.deepEqual([media.type, media.url, media.mime_type], ['output_media', pixel, 'image/png'])
  })

  it('gemini: several candidates', async () => {
    const reply = { text: 'Eins 👋🏽', others: [{ text: 'Zwei' }, { text: 'Drei ist länger' }] }
    const answer = await answered(otherWires['gemini']!, reply, { parameters: { candidate_count: 3 } })
    assert.deepEqual(textsOf(answer.reading), ['Eins 👋🏽', 'Zwei', 'Drei ist länger'])
    assert.equal(answer.text, 'Eins 👋🏽')
  })

  it('gemini: a prompt that is blocked has a reason and no candidates', async () => {
    const answer = await answered(otherWires['gemini']!, { refusal: 'No.' })
    assert.equal(answer.finishReason, 'PROHIBITED_CONTENT')
    assert.deepEqual(answer.reading, [])
  })

  it('anthropic: a refusal', async () => {
    const answer = await answered(otherWires['anthropic']!, { refusal: 'I will not.' })
    assert.equal(answer.finishReason, 'refusal')
    assert.deepEqual(textsOf(answer.reading), ['I will not.'])
  })

  it('mistral: several choices', async () => {
    const reply = { text: 'Eins', others: [{ text: 'Zwei' }] }
    const answer = await answered(otherWires['mistral']!, reply, { parameters: { n: 2 } })
    assert.deepEqual(textsOf(answer.reading), ['Eins', 'Zwei'])
  })

  it('huggingface: a completion template', async () => {
    const template = { type: 'completion', content: [{ type: 'text', text: 'Once upon' }] }
    const world = worlds.get(otherWires['huggingface']!)!
    const call = request(otherWires['huggingface']!, { template, parameters: { max_new_tokens: 5 } })
    world.fake.answerWith(() => ({ text: ' a time' }))
    const whole = await world.call(call)
    assert.deepEqual(whole.reply.response, { generated_text: ' a time' })
    assert.deepEqual(world.fake.provider('huggingface').lastCall().body, {
      model: otherWires['huggingface']!.model,
      max_tokens: 5,
      prompt: 'Once upon',
    })
    const { text, outcome } = await readToEnd(world.stream(call))
    assert.equal(text, ' a time')
    assert.equal((outcome.reply.response as Any).generated_text, ' a time')
    assert.equal(outcome.reply.finishReason, 'stop')
    const read = readProviderCall({
      providerType: 'huggingface',
      functionName: 'huggingface.text_generation',
      args: [],
      kwargs: { ...call.kwargs },
      response: whole.reply.response,
    })
    assert.equal(textIn(read.input), 'Once upon')
    assert.equal(textIn(read.output), ' a time')
  })

  it('images and tool results are sent', async () => {
    const template = {
      type: 'chat',
      tools: [weather],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
          ],
        },
        {
          role: 'assistant',
          content: [],
          tool_calls: [
            {
              id: 'call00001',
              type: 'function',
              function: { name: 'weather', arguments: '{"city_name":"Oslo"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'call00001', content: [{ type: 'text', text: 'Rain' }] },
      ],
    }
    for (const wire of Object.values(otherWires)) {
      const world = worlds.get(wire)!
      const { reply } = await world.call(request(wire, { template }))
      assert.match(JSON.stringify(reply.response), /The tool said: [^"]*Rain|Rain/, wire.provider)
      const sent = JSON.stringify(world.fake.provider(wire.fake).lastCall().body)
      assert.ok(sent.includes(pixel), `${wire.provider} was sent no image`)
    }
  })
})

const textsOf = (messages: Any[]) =>
  messages
    .flatMap(({ content }) => content.filter((block: Any) => block.type === 'text'))
    .map(({ text }) => text)
