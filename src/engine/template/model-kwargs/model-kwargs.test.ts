import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Model, PromptTemplate } from '../blueprint/index.ts'
import { messagesOnlyKwargs, modelKwargs, resolveModel } from './index.ts'
import { cached, chat, completion, message, text, weather } from './samples.cases.ts'

const conversation = chat([message('system', 'S'), message('user', 'Hi')], { tools: [weather()] })
const parts = [{ type: 'text', text: 'Hi' }]
const openAiMessages = [
  { role: 'system', content: 'S' },
  { role: 'user', content: parts },
]

const messagesOnlyCases: [provider: string, chat: object, completion: object][] = [
  ['openai', { messages: openAiMessages }, { prompt: 'Hi' }],
  ['openai.azure', { messages: openAiMessages }, { prompt: 'Hi' }],
  ['my-own-gateway', { messages: openAiMessages }, { prompt: 'Hi' }],
  [
    'anthropic',
    { system: 'S', messages: [{ role: 'user', content: parts }] },
    { messages: [{ role: 'user', content: parts }] },
  ],
  [
    'google',
    {
      history: [{ role: 'user', parts: [{ text: 'Hi' }] }],
      generation_config: { system_instruction: { parts: [{ text: 'S' }] } },
    },
    { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
  ],
  [
    'amazon.bedrock',
    { system: [{ text: 'S' }], messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
    { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] },
  ],
  ['mistral', { messages: openAiMessages }, { messages: [{ role: 'user', content: parts }] }],
  ['cohere', { messages: openAiMessages }, { messages: [{ role: 'user', content: parts }] }],
  ['huggingface', { messages: openAiMessages }, { inputs: 'Hi' }],
]
for (const [provider, chatKwargs, completionKwargs] of messagesOnlyCases) {
  test(`messages only: ${provider}`, () => {
    assert.deepEqual(messagesOnlyKwargs(conversation, provider), chatKwargs)
    assert.deepEqual(messagesOnlyKwargs(completion('Hi'), provider), completionKwargs)
  })
}

const word = fc.string({ maxLength: 12 })
const json = fc.jsonValue({ maxDepth: 2 })
const object = fc.dictionary(word, json, { maxKeys: 3 })
const extras = fc.constantFrom({}, cached, { mine: 1 }, { cache_control: 'odd' })
const id = fc.option(word)
const url = fc.constantFrom(
  '',
  'https://x.io/a.constructor',
  'data:image/png;base64,QUJD',
  'data:,x',
  's3://b/k',
  'QQ',
)

const typed = (type: string, shape: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(fc.record(shape), extras).map(([made, more]) => ({ type, ...made, ...more }))
const withCallId = { id, call_id: id, status: id }

const block = fc.oneof(
  typed('text', { text: word, id }),
  typed('thinking', { thinking: word, signature: id, id }),
  typed('code', { code: word, id, container_id: id }),
  typed('image_url', { image_url: fc.record({ url }) }),
  typed('media', {
    media: fc.record({
      type: fc.option(
        fc.constantFrom('image/png', 'application/pdf', 'text/plain', 'audio/wav', 'video/mp4', ''),
      ),
      url: fc.option(url),
      format: fc.constantFrom('base64', 'url', 'neither'),
      title: word,
    }),
  }),
  typed('media_variable', { name: word }),
  typed('output_media', { url, id }),
  typed('server_tool_use', { id: word, name: word, input: object }),
  typed('web_search_tool_result', { tool_use_id: word }),
  typed('code_execution_result', { output: word }),
  typed('mcp_list_tools', { id, tools: fc.array(object, { maxLength: 2 }) }),
  typed('mcp_call', { id, output: id, error: fc.option(fc.oneof(word, object)) }),
  typed('mcp_approval_request', { id }),
  typed('mcp_approval_response', { approval_request_id: word, approve: fc.boolean() }),
  typed('bash_code_execution_tool_result', { tool_use_id: word, content: object }),
  typed('text_editor_code_execution_tool_result', { tool_use_id: word, content: object }),
  typed('shell_call', { ...withCallId, action: object }),
  typed('shell_call_output', { ...withCallId, output: fc.array(object, { maxLength: 2 }) }),
  typed('apply_patch_call', { ...withCallId, operation: object }),
  typed('apply_patch_call_output', { ...withCallId, output: id }),
)
const content = fc.array(block, { maxLength: 4 })
const called = fc.record({ name: word, arguments: fc.oneof(word, fc.json()) })
const toolCall = fc
  .tuple(fc.record({ id: word, function: called, tool_id: id }), extras)
  .map(([made, more]) => ({ ...made, ...more }))

const anyMessage = fc
  .tuple(
    fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content }),
      fc.record({
        role: fc.constant('assistant'),
        content: fc.option(content),
        tool_calls: fc.option(fc.array(toolCall, { maxLength: 2 })),
        function_call: fc.option(called),
      }),
      fc.record({ role: fc.constant('tool'), content, tool_call_id: word }),
      fc.record({ role: fc.constant('function'), content: fc.option(content), name: word }),
      fc.record({ role: fc.constant('placeholder'), name: word }),
    ),
    extras,
  )
  .map(([made, more]) => ({ ...made, ...more, raw_request_display_role: 'user', input_variables: ['v'] }))

const builtInTypes =
  'web_search file_search code_interpreter image_generation google_maps url_context mcp bash shell apply_patch text_editor'
const tool = fc.oneof(
  fc.record({ type: fc.constant('function'), function: fc.record({ name: word, parameters: object }) }),
  fc.record({
    type: fc.constantFrom(...builtInTypes.split(' ')),
    id: word,
    name: word,
    description: word,
    provider: fc.constantFrom('openai', 'anthropic', 'google', 'constructor', ''),
    config: object,
  }),
  fc.constant({ type: 'registry', tool_registry_id: 1 }),
  fc.constant({ type: 'variable', name: 'v' }),
)
const choice = fc.option(
  fc.oneof(
    word,
    fc.constantFrom('auto', 'none', 'required'),
    fc.constant({ type: 'function', function: { name: 'f' } }),
  ),
)

const template = fc
  .oneof(
    fc.record({
      type: fc.constant('chat'),
      messages: fc.array(anyMessage, { maxLength: 5 }),
      tools: fc.option(fc.array(tool, { maxLength: 4 })),
      tool_choice: choice,
      functions: fc.option(fc.array(fc.record({ name: word }), { maxLength: 2 })),
      function_call: fc.option(fc.oneof(word, fc.constant({ name: 'f' }))),
    }),
    fc.record({ type: fc.constant('completion'), content }),
  )
  .map((made) => PromptTemplate.parse(made))

const parameters = fc.dictionary(
  fc.oneof(
    word,
    fc.constantFrom(
      'response_format',
      'max_tokens',
      'maxTokens',
      'thinking',
      'text',
      'reasoning',
      'stop',
      'model',
    ),
    fc.constantFrom('generation_config', 'inferenceConfig', 'output_config', 'topP', '__proto__', 'metadata'),
  ),
  json,
  { maxKeys: 4 },
)
const providers =
  'openai openai.azure anthropic anthropic.bedrock google vertexai amazon.bedrock mistral cohere huggingface openrouter x'
const provider = fc.constantFrom(...providers.split(' '))
const model = fc
  .record({
    provider,
    name: fc.oneof(word, fc.constant('claude-x')),
    api_type: fc.option(fc.oneof(word, fc.constantFrom('responses', 'images', 'chat-completions'))),
    parameters,
  })
  .map((made) => Model.parse(made))

const galleyKeys = [
  'input_variables',
  'template_format',
  'raw_request_display_role',
  'image_variable',
  'mine',
]

/** Paths of undefined values and of keys that only Galley has. */
const leaks = (value: unknown, path = '$'): string[] => {
  if (value === undefined) return [`${path} is undefined`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...(galleyKeys.includes(key) ? [`${path}.${key}`] : []),
    ...leaks(item, `${path}.${key}`),
  ])
}

test('any template and model: never throws, is JSON, leaks nothing, changes no input', () => {
  fc.assert(
    fc.property(template, model, (prompt, about) => {
      const before = JSON.stringify({ prompt, about })
      for (const kwargs of [
        modelKwargs({ template: prompt, model: about }),
        messagesOnlyKwargs(prompt, about.provider),
      ]) {
        assert.deepEqual(leaks(kwargs), [])
        assert.equal(JSON.stringify(JSON.parse(JSON.stringify(kwargs))), JSON.stringify(kwargs))
      }
      assert.equal(JSON.stringify({ prompt, about }), before)
    }),
    { numRuns: 2000 },
  )
})

test('any model and request: never throws, leaks nothing, changes no input, and gives the same at a second resolution', () => {
  fc.assert(
    fc.property(
      model,
      fc.option(provider),
      parameters,
      (storedModel, requestedProvider, parameterOverrides) => {
        const before = JSON.stringify({ storedModel, parameterOverrides })
        const resolved = resolveModel(storedModel, { provider: requestedProvider, parameterOverrides })
        assert.deepEqual(leaks(resolved), [])
        assert.equal(JSON.stringify({ storedModel, parameterOverrides }), before)
        assert.deepEqual(resolveModel(resolved, { provider: requestedProvider }), resolved)
      },
    ),
    { numRuns: 2000 },
  )
})

test('kwargs share no objects with the template or the parameters', () => {
  const about = Model.parse({ provider: 'openai', name: 'm', parameters: { metadata: { a: '1' } } })
  const kwargs = modelKwargs({ template: chat([message('user', [text('Hi')])]), model: about })
  assert.notEqual(kwargs['metadata'], about.parameters['metadata'])
  assert.deepEqual(kwargs['metadata'], { a: '1' })
})
