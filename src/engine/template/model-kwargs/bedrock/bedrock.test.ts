import {
  builtIn,
  type Case,
  cached,
  call,
  chat,
  citySchema,
  completion,
  image,
  jsonFormat,
  media,
  message,
  question,
  testCases,
  text,
  weather,
} from '../samples.cases.ts'

const modelId = 'anthropic.claude-sonnet-4-5-v1:0'
const hi = [{ role: 'user', content: [{ text: 'Hi' }] }]
const point = { cachePoint: { type: 'default' } }
const spec = { toolSpec: { name: 'weather', description: 'Tells it', inputSchema: { json: citySchema } } }
const called = message('assistant', [], { tool_calls: [call('c:1', 'weather', '{"city":"Oslo"}', cached)] })

const cases: Case<Record<string, unknown>>[] = [
  {
    title: 'system blocks and alternating turns',
    template: chat([
      message('system', 'S'),
      message('user', 'Hi'),
      message('user', 'there'),
      message('assistant', 'Ho'),
    ]),
    expected: {
      modelId,
      system: [{ text: 'S' }],
      messages: [
        { role: 'user', content: [{ text: 'Hi' }, { text: 'there' }] },
        { role: 'assistant', content: [{ text: 'Ho' }] },
      ],
    },
  },
  {
    title: 'parameters go into inferenceConfig, additionalModelRequestFields or the call',
    template: question,
    parameters: {
      maxTokens: 5,
      inferenceConfig: { maxTokens: 1, topP: 0.5 },
      top_k: 3,
      guardrailConfig: { guardrailIdentifier: 'g' },
      aws_region: 'eu-west-1',
      model: 'other',
      stream: true,
    },
    expected: {
      modelId: 'other',
      messages: hi,
      inferenceConfig: { maxTokens: 5, topP: 0.5 },
      additionalModelRequestFields: { top_k: 3 },
      guardrailConfig: { guardrailIdentifier: 'g' },
      aws_region: 'eu-west-1',
    },
  },
  {
    title: 'calls, results and their cache points',
    template: chat([called, message('tool', [text('Rain', cached)], { tool_call_id: 'c:1' })], {
      tools: [weather(cached)],
    }),
    expected: {
      modelId,
      messages: [
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'c_1', name: 'weather', input: { city: 'Oslo' } } }, point],
        },
        {
          role: 'user',
          content: [{ toolResult: { toolUseId: 'c_1', content: [{ text: 'Rain' }] } }, point],
        },
      ],
      toolConfig: { tools: [spec, point] },
    },
  },
  {
    title: 'cache points after marked texts and messages, with the time to live of the marker',
    template: chat([
      message('system', [text('S', { cache_control: { type: 'ephemeral', ttl: '1h' } })]),
      message('user', 'Hi', cached),
    ]),
    expected: {
      modelId,
      system: [{ text: 'S' }, { cachePoint: { type: 'default', ttl: '1h' } }],
      messages: [{ role: 'user', content: [{ text: 'Hi' }, point] }],
    },
  },
  {
    title: 'images, documents and videos as base64, or in S3; other URLs become text',
    template: chat([
      message('user', [
        image('data:image/jpeg;base64,QUJD'),
        media('application/pdf', 'QUJD', { title: 'a_b.pdf' }),
        media('video/mp4', 's3://b/v.mp4', { format: 'url' }),
        image('https://x.io/a.png'),
      ]),
    ]),
    expected: {
      modelId,
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'jpeg', source: { bytes: 'QUJD' } } },
            { document: { format: 'pdf', name: 'a b pdf', source: { bytes: 'QUJD' } } },
            { video: { format: 'mp4', source: { s3Location: { uri: 's3://b/v.mp4' } } } },
            { text: 'https://x.io/a.png' },
          ],
        },
      ],
    },
  },
  {
    title: 'signed thoughts; other blocks become text or are dropped',
    template: chat([
      message('assistant', [
        { type: 'thinking', thinking: 'Hm', signature: 'sig' },
        { type: 'thinking', thinking: 'unsigned' },
        { type: 'server_tool_use', id: 's', name: 'web_search' },
        { type: 'code_execution_result', output: '2' },
      ]),
    ]),
    expected: {
      modelId,
      messages: [
        {
          role: 'assistant',
          content: [{ reasoningContent: { reasoningText: { text: 'Hm', signature: 'sig' } } }, { text: '2' }],
        },
      ],
    },
  },
  {
    title: 'a required tool; built-in tools are dropped',
    template: chat([message('user', 'Hi')], {
      tools: [weather(), builtIn('web_search', 'anthropic')],
      tool_choice: 'required',
    }),
    expected: { modelId, messages: hi, toolConfig: { tools: [spec], toolChoice: { any: {} } } },
  },
  {
    title: 'the chosen tool',
    template: chat([message('user', 'Hi')], {
      tools: [weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: {
      modelId,
      messages: hi,
      toolConfig: { tools: [spec], toolChoice: { tool: { name: 'weather' } } },
    },
  },
  {
    title: 'no tools when none may be used',
    template: chat([message('user', 'Hi')], { tools: [weather()], tool_choice: 'none' }),
    expected: { modelId, messages: hi },
  },
  {
    title: 'a schema is outputConfig, as JSON text',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: {
      modelId,
      messages: hi,
      outputConfig: {
        textFormat: {
          type: 'json_schema',
          structure: { jsonSchema: { name: 'place', schema: JSON.stringify(citySchema) } },
        },
      },
    },
  },
  {
    title: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { modelId, messages: hi },
  },
]

testCases({ provider: 'amazon.bedrock', name: modelId }, cases)
