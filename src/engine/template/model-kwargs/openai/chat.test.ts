import OpenAI from 'openai'
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
  recorder,
  testCases,
  text,
  weather,
} from '../samples.cases.ts'

type Chat = OpenAI.ChatCompletionCreateParamsNonStreaming
type Expected = Chat | OpenAI.CompletionCreateParamsNonStreaming

const model = 'gpt-4o'
const hi: Chat['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const sentWeather: Chat['tools'] = [
  {
    type: 'function',
    function: { name: 'weather', description: 'Tells it', strict: false, parameters: citySchema },
  },
]

const cases: Case<Expected>[] = [
  {
    title: 'one system text becomes a string, a user text stays a list',
    template: chat([
      message('system', 'Be kind'),
      message('user', [text('Hi', { id: 'x', annotations: [] })]),
    ]),
    expected: { model, messages: [{ role: 'system', content: 'Be kind' }, ...hi] },
  },
  {
    title: 'several system texts stay a list; a developer keeps the role and name',
    template: chat([message('system', [text('A'), text('B')]), message('developer', 'C', { name: 'dev' })]),
    expected: {
      model,
      messages: [
        {
          role: 'system',
          content: [
            { type: 'text', text: 'A' },
            { type: 'text', text: 'B' },
          ],
        },
        { role: 'developer', content: 'C', name: 'dev' },
      ],
    },
  },
  {
    title: 'parameters are added to the call, and may replace the model',
    template: question,
    parameters: { temperature: 0.2, reasoning_effort: 'low', model: 'ft:gpt-4o' },
    expected: { model: 'ft:gpt-4o', messages: hi, temperature: 0.2, reasoning_effort: 'low' },
  },
  {
    title: 'a parameter named messages wins',
    template: question,
    parameters: { messages: [{ role: 'user', content: 'Other' }] },
    expected: { model, messages: [{ role: 'user', content: 'Other' }] },
  },
  {
    title: 'tool calls and results',
    template: chat([
      message('assistant', [], {
        tool_calls: [call('c1', 'weather', '{"city":"Oslo"}', { tool_id: 'fc_1' })],
      }),
      message('tool', 'Rain', { tool_call_id: 'c1' }),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'assistant',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
          ],
        },
        { role: 'tool', content: 'Rain', tool_call_id: 'c1' },
      ],
    },
  },
  {
    title: 'deprecated functions, call and result',
    template: chat(
      [
        message('assistant', [], { function_call: { name: 'weather', arguments: '{}' } }),
        message('function', 'Rain', { name: 'weather' }),
      ],
      { functions: [{ name: 'weather', parameters: citySchema }], function_call: { name: 'weather' } },
    ),
    expected: {
      model,
      messages: [
        { role: 'assistant', function_call: { name: 'weather', arguments: '{}' } },
        { role: 'function', content: 'Rain', name: 'weather' },
      ],
      functions: [{ name: 'weather', parameters: citySchema }],
      function_call: { name: 'weather' },
    },
  },
  {
    title: 'a function tool and the tool to choose',
    template: chat([message('user', 'Hi')], {
      tools: [weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: {
      model,
      messages: hi,
      tools: sentWeather,
      tool_choice: { type: 'function', function: { name: 'weather' } },
    },
  },
  {
    title: 'unresolved tools are dropped, and so is a choice without tools',
    template: chat([message('user', 'Hi')], {
      tools: [
        { type: 'registry', tool_registry_id: 1 },
        { type: 'variable', name: 'v' },
      ],
      tool_choice: 'required',
    }),
    expected: { model, messages: hi },
  },
  {
    title: 'web search is an argument of its own; other built-in tools are dropped',
    template: chat([message('user', 'Hi')], {
      tools: [
        builtIn('web_search', 'openai', {
          search_context_size: 'low',
          user_location: { type: 'approximate', country: 'NO' },
        }),
        builtIn('code_interpreter', 'openai'),
      ],
    }),
    expected: {
      model,
      messages: hi,
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { country: 'NO' } },
      },
    },
  },
  {
    title: 'images by URL, with detail, and inline',
    template: chat([
      message('user', [
        { type: 'image_url', image_url: { url: 'https://x.io/a.png', detail: 'low' }, image_variable: 'v' },
        image('data:image/png;base64,QUJD'),
      ]),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://x.io/a.png', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } },
          ],
        },
      ],
    },
  },
  {
    title: 'documents and audio inline; by URL they become text',
    template: chat([
      message('user', [
        media('application/pdf', 'QUJD', { title: 'a.pdf' }),
        media('audio/mpeg', 'QUJD'),
        media('application/pdf', 'https://x.io/b.pdf', { title: 'B' }),
      ]),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' } },
            { type: 'input_audio', input_audio: { data: 'QUJD', format: 'mp3' } },
            { type: 'text', text: 'B: https://x.io/b.pdf' },
          ],
        },
      ],
    },
  },
  {
    title: 'thoughts, markers and unknown keys are dropped; code and its output become text',
    template: chat([
      message(
        'assistant',
        [
          { type: 'thinking', thinking: 'Hm', signature: 's' },
          { type: 'code', code: '1+1', language: 'python' },
          { type: 'code_execution_result', output: '2', ...cached, mine: 1 },
        ],
        cached,
      ),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: '```python\n1+1\n```' },
            { type: 'text', text: '2' },
          ],
        },
      ],
    },
  },
  {
    title: 'placeholders and media variables without a value are dropped',
    template: chat([
      { role: 'placeholder', name: 'history' },
      message('user', [text('Hi'), { type: 'media_variable', name: 'm' }]),
    ]),
    expected: { model, messages: hi },
  },
  {
    title: 'response_format is unchanged',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: {
      model,
      messages: hi,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'place', schema: citySchema, strict: true },
      },
    },
  },
  {
    title: 'a completion template becomes a prompt, and max_completion_tokens becomes max_tokens',
    template: completion('Once'),
    parameters: { max_completion_tokens: 9, stop: ['.'] },
    expected: { model, prompt: 'Once', max_tokens: 9, stop: ['.'] },
  },
]

const { fetch, body } = recorder()
const client = new OpenAI({ apiKey: 'key', fetch })
testCases({ provider: 'openai', name: model, api_type: 'chat-completions' }, cases, async (kwargs) => {
  if ('prompt' in kwargs) await client.completions.create(kwargs as never)
  else await client.chat.completions.create(kwargs as never)
  return body()
})
testCases({ provider: 'openrouter', name: model }, cases.slice(0, 3))
testCases({ provider: 'my-own-gateway', name: model }, cases.slice(0, 3))
