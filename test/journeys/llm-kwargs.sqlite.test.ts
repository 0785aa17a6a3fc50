import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { chat, completion, message, model, publish, read, text, user } from './support/templates.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const tools = [{ type: 'function', function: { name: 'weather', description: 'W', parameters } }]
const template = { ...chat(message('system', 'Be {mood}.'), user('Hi {name}')), tools, tool_choice: 'auto' }
const variables = { input_variables: { mood: 'kind', name: 'Ada' } }

/** Every provider's form over HTTP; the cases of each form are beside its code. */
describe('llm_kwargs', () => {
  const app = appOfSuite()

  const kwargs = async (provider: string, name: string, rest: object = {}, body: unknown = template) => {
    const title = `${provider} ${name} ${JSON.stringify(rest)}`
    await publish(app.api, title, body, { metadata: model(provider, name, rest) })
    return (await read(app.api, title, variables)).llm_kwargs
  }
  const messagesOf = (llmKwargs: { messages: { role: string; content: unknown }[] }) =>
    llmKwargs.messages.map(({ role, content }) => [role, content])

  for (const [provider, rest] of [
    ['openai', {}],
    ['openai.azure', { api_type: 'chat-completions' }],
    ['my own provider', {}],
  ] as const)
    it(`of ${provider} are those of chat completions`, async () => {
      const llmKwargs = await kwargs(provider, 'gpt-4o-mini', { ...rest, parameters: { temperature: 0 } })
      assert.deepEqual(
        [llmKwargs.model, llmKwargs.temperature, llmKwargs.tool_choice],
        ['gpt-4o-mini', 0, 'auto'],
      )
      assert.deepEqual(messagesOf(llmKwargs), [
        ['system', 'Be kind.'],
        ['user', text('Hi Ada')],
      ])
      assert.deepEqual([llmKwargs.tools[0].type, llmKwargs.tools[0].function.name], ['function', 'weather'])
    })

  for (const provider of ['openai', 'openai.azure'])
    it(`of ${provider} with the Responses API have an input`, async () => {
      const llmKwargs = await kwargs(provider, 'gpt-4o-mini', { api_type: 'responses' })
      assert.deepEqual(llmKwargs.input.at(-1), {
        role: 'user',
        content: [{ type: 'input_text', text: 'Hi Ada' }],
      })
      assert.deepEqual(
        [llmKwargs.tools[0].type, llmKwargs.tools[0].name, llmKwargs.messages],
        ['function', 'weather', undefined],
      )
    })

  it('of OpenAI images and text completions have a prompt', async () => {
    const image = await kwargs(
      'openai',
      'gpt-image-1',
      { api_type: 'images', parameters: { size: '1x1' } },
      completion('Paint {name}'),
    )
    assert.deepEqual(image, { model: 'gpt-image-1', prompt: 'Paint Ada', size: '1x1' })
    const words = await kwargs('openai', 'gpt-3.5-turbo-instruct', {}, completion('Say {name}'))
    assert.deepEqual(words, { model: 'gpt-3.5-turbo-instruct', prompt: 'Say Ada' })
  })

  for (const [provider, name] of [
    ['anthropic', 'claude-opus-5-5'],
    ['anthropic.bedrock', 'anthropic.claude-opus-5-5'],
    ['vertexai', 'claude-opus-5-5'],
  ] as const)
    it(`of ${provider} with Claude are those of messages`, async () => {
      const llmKwargs = await kwargs(provider, name)
      assert.deepEqual([llmKwargs.model, llmKwargs.system], [name, 'Be kind.'])
      assert.ok(llmKwargs.max_tokens > 0)
      assert.deepEqual(messagesOf(llmKwargs), [['user', text('Hi Ada')]])
      assert.deepEqual([llmKwargs.tools[0].name, llmKwargs.tools[0].input_schema], ['weather', parameters])
      assert.deepEqual(llmKwargs.tool_choice, { type: 'auto' })
    })

  for (const provider of ['google', 'vertexai'])
    it(`of ${provider} with Gemini have a history`, async () => {
      const llmKwargs = await kwargs(provider, 'gemini-2.5-flash', { parameters: { temperature: 0 } })
      assert.equal(llmKwargs.model, 'gemini-2.5-flash')
      assert.deepEqual(llmKwargs.history, [{ role: 'user', parts: [{ text: 'Hi Ada' }] }])
      const { temperature, system_instruction, tools: offered } = llmKwargs.generation_config
      assert.equal(temperature, 0)
      assert.match(JSON.stringify(system_instruction), /Be kind\./)
      assert.equal(offered[0].function_declarations[0].name, 'weather')
    })

  it('of Amazon Bedrock are those of converse', async () => {
    const llmKwargs = await kwargs('amazon.bedrock', 'amazon.nova-pro-v1:0', {
      parameters: { temperature: 0 },
    })
    assert.equal(llmKwargs.modelId, 'amazon.nova-pro-v1:0')
    assert.deepEqual(llmKwargs.messages, [{ role: 'user', content: [{ text: 'Hi Ada' }] }])
    assert.deepEqual(llmKwargs.system, [{ text: 'Be kind.' }])
    assert.equal(llmKwargs.inferenceConfig.temperature, 0)
    assert.equal(llmKwargs.toolConfig.tools[0].toolSpec.name, 'weather')
  })

  for (const [provider, name] of [
    ['mistral', 'mistral-large-latest'],
    ['cohere', 'command-a'],
    ['huggingface', 'meta-llama/Llama-4'],
  ] as const)
    it(`of ${provider} have messages and tools`, async () => {
      const llmKwargs = await kwargs(provider, name, { parameters: { temperature: 0 } })
      assert.deepEqual([llmKwargs.model, llmKwargs.temperature], [name, 0])
      assert.match(JSON.stringify(llmKwargs), /Be kind\..*Hi Ada/)
      assert.match(JSON.stringify(llmKwargs.tools), /weather/)
    })

  it('carry a response format whose variables are rendered', async () => {
    const schema = {
      type: 'object',
      properties: { mood: { enum: { type: 'enum_variable', name: 'moods' } } },
    }
    const response_format = { type: 'json_schema', json_schema: { name: '{{ title }}', schema } }
    const metadata = model('openai', 'gpt-4o-mini', { parameters: { response_format } })
    const published = await publish(app.api, 'formatted', chat(user('Hi')), { metadata })
    assert.deepEqual(published.prompt_template.input_variables, ['title', 'moods'])
    const { llm_kwargs } = await read(app.api, 'formatted', {
      input_variables: { title: 'answer', moods: ['glad', 'sad'] },
    })
    const { json_schema } = llm_kwargs.response_format
    assert.deepEqual([json_schema.name, json_schema.schema.properties.mood.enum], ['answer', ['glad', 'sad']])
  })
})
