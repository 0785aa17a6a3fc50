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
  message,
  question,
  testCases,
  text,
  weather,
} from '../samples.cases.ts'

const model = 'Qwen/Qwen3-32B'
const hi = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const tools = [
  {
    type: 'function',
    function: { name: 'weather', description: 'Tells it', parameters: citySchema, strict: false },
  },
]

const cases: Case<Record<string, unknown>>[] = [
  {
    title: 'system and developer are system messages, markers stripped',
    template: chat([
      message('system', 'S', cached),
      message('developer', 'D'),
      message('user', [text('Hi', cached)]),
    ]),
    expected: {
      model,
      messages: [{ role: 'system', content: 'S' }, { role: 'system', content: 'D' }, ...hi],
    },
  },
  {
    title: 'parameters are spread',
    template: question,
    parameters: { max_tokens: 5, provider: 'together' },
    expected: { model, messages: hi, max_tokens: 5, provider: 'together' },
  },
  {
    title: 'calls and results',
    template: chat([
      message('assistant', [], { tool_calls: [call('c1', 'weather', '{}')] }),
      message('tool', 'Rain', { tool_call_id: 'c1' }),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', content: 'Rain', tool_call_id: 'c1' },
      ],
    },
  },
  {
    title: 'images',
    template: chat([message('user', [image('https://x.io/a.png')])]),
    expected: {
      model,
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.io/a.png' } }] },
      ],
    },
  },
  {
    title: 'function tools; built-in tools are dropped',
    template: chat([message('user', 'Hi')], {
      tools: [weather(), builtIn('web_search', 'openai')],
      tool_choice: 'required',
    }),
    expected: { model, messages: hi, tools, tool_choice: 'required' },
  },
  {
    title: 'response_format as it is',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: { model, messages: hi, response_format: jsonFormat },
  },
  {
    title: 'a completion template is inputs with parameters',
    template: completion('Once'),
    parameters: { max_new_tokens: 5, temperature: 0.1 },
    expected: { model, inputs: 'Once', parameters: { max_new_tokens: 5, temperature: 0.1 } },
  },
  {
    title: 'parameters named model and inputs win',
    template: completion('Once'),
    parameters: { model: 'gpt2', inputs: 'Twice' },
    expected: { model: 'gpt2', inputs: 'Twice', parameters: {} },
  },
]

testCases({ provider: 'huggingface', name: model }, cases)
