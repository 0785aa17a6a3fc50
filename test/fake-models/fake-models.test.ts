import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { Ajv } from 'ajv'
import OpenAI from 'openai'
import { echo } from './echo.ts'
import { type FakeModels, startFakeModels } from './index.ts'

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 9 },
    age: { type: 'integer', minimum: 3 },
    mood: { enum: ['glad', 'sad'] },
    tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
    next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
  },
  required: ['name', 'age', 'mood', 'tags', 'next'],
  additionalProperties: false,
}
const weather = { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } }

/** The official clients can parse every answer of the fake. */
describe('the fake models', () => {
  let models: FakeModels
  let openAi: OpenAI
  let anthropic: Anthropic
  let google: GoogleGenAI
  before(async () => {
    models = await startFakeModels()
    openAi = new OpenAI({ baseURL: models.provider('openai').baseUrl, apiKey: 'k', maxRetries: 0 })
    anthropic = new Anthropic({ baseURL: models.provider('anthropic').baseUrl, apiKey: 'k', maxRetries: 0 })
    google = new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: models.provider('google').baseUrl } })
  })
  beforeEach(() => models.answerWith(echo))
  after(() => models.close())

  const hi = [{ role: 'user' as const, content: 'Hällo' }]

  it('speak chat completions, with choices, tools, schemas and refusals', async () => {
    const call = { model: 'gpt-5', messages: hi, n: 2 }
    const whole = await openAi.chat.completions.create(call)
    assert.deepEqual(
      whole.choices.map(({ message }) => message.content),
      ['You said: Hällo', 'You said: Hällo (2)'],
    )
    const streamed = await openAi.chat.completions.stream(call).finalChatCompletion()
    assert.deepEqual(
      streamed.choices.map(({ message }) => message.content),
      whole.choices.map(({ message }) => message.content),
    )
    const tools = [{ type: 'function' as const, function: weather }]
    const called = await openAi.chat.completions.create({ model: 'm', messages: hi, tools })
    assert.deepEqual(called.choices[0]?.message.tool_calls?.[0], {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"text"}' },
    })
    const format = { type: 'json_schema' as const, json_schema: { name: 's', schema } }
    const completion = await openAi.chat.completions.create({
      model: 'm',
      messages: hi,
      response_format: format,
    })
    const validate = new Ajv().compile(schema)
    assert.ok(validate(JSON.parse(completion.choices[0]!.message.content!)), JSON.stringify(validate.errors))
    const refused = await openAi.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: '[refuse]' }],
    })
    assert.equal(refused.choices[0]?.message.refusal, 'I will not do that.')
  })

  it('speak responses, embeddings, images and text completions', async () => {
    const answer = await openAi.responses.create({ model: 'm', input: 'Hi', reasoning: { effort: 'low' } })
    assert.equal(answer.output_text, 'You said: Hi')
    assert.deepEqual(
      answer.output.map(({ type }) => type),
      ['reasoning', 'message'],
    )
    const streamed = await openAi.responses.stream({ model: 'm', input: 'Hi' }).finalResponse()
    assert.equal(streamed.output_text, 'You said: Hi')
    const { data } = await openAi.embeddings.create({ model: 'm', input: ['a', 'b'], dimensions: 4 })
    assert.deepEqual(
      data.map(({ embedding }) => embedding),
      [
        [0, 1, 0, 0],
        [0, 0, 1, 0],
      ],
    )
    const image = await openAi.images.generate({ model: 'm', prompt: 'A cat' })
    assert.ok(image.data?.[0]?.b64_json)
    const text = await openAi.completions.create({ model: 'm', prompt: 'Say' })
    assert.equal(text.choices[0]?.text, 'You said: Say')
  })

  it('speak messages, with thinking and tools', async () => {
    const call = {
      model: 'claude',
      max_tokens: 2_000,
      messages: hi,
      thinking: { type: 'enabled' as const, budget_tokens: 1_024 },
      tools: [{ name: 'weather', input_schema: weather.parameters as Anthropic.Tool.InputSchema }],
    }
    const whole = await anthropic.messages.create(call)
    assert.deepEqual(
      whole.content.map(({ type }) => type),
      ['thinking', 'tool_use'],
    )
    const streamed = await anthropic.messages.stream(call).finalMessage()
    assert.deepEqual(streamed.content, whole.content)
    assert.deepEqual(streamed.usage.output_tokens, whole.usage.output_tokens)
  })

  it('speak generateContent, streamed or not', async () => {
    const call = { model: 'gemini-3-pro', contents: 'Hällo' }
    const whole = await google.models.generateContent(call)
    assert.deepEqual([whole.text, whole.usageMetadata?.promptTokenCount], ['You said: Hällo', 2])
    let text = ''
    for await (const chunk of await google.models.generateContentStream(call)) text += chunk.text ?? ''
    assert.equal(text, whole.text)
    const config = { tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: {} }] }] }
    const called = await google.models.generateContent({ ...call, config })
    assert.equal(called.functionCalls?.[0]?.name, 'weather')
  })

  it('keep received calls, and have a rate limit of their own', async () => {
    models.limit({ perSecond: 1, burst: 2 })
    const call = () =>
      openAi.chat.completions.create({ model: 'm', messages: hi }).then(
        () => 200,
        (error) => error.status,
      )
    const statuses = [await call(), await call(), await call()]
    models.limit(null)
    assert.deepEqual(statuses, [200, 200, 429])
    const last = models.provider('openai').lastCall()
    assert.equal(await last.outcome, 'limited')
    assert.equal(last.bytes.toString(), '{"model":"m","messages":[{"role":"user","content":"Hällo"}]}')
  })
})
