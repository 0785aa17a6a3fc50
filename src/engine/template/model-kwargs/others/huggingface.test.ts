import {
  asked,
  builtIn,
  type Case,
  cached,
  call,
  chat,
  citySchema,
  completion,
  image,
  jsonFormat,
  said,
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
    is: 'system and developer are system messages, markers stripped',
    template: chat([said('system', 'S', cached), said('developer', 'D'), said('user', [text('Hi', cached)])]),
    expected: {
      model,
      messages: [{ role: 'system', content: 'S' }, { role: 'system', content: 'D' }, ...hi],
    },
  },
  {
    is: 'parameters are spread',
    template: asked,
    parameters: { max_tokens: 5, provider: 'together' },
    expected: { model, messages: hi, max_tokens: 5, provider: 'together' },
  },
  {
    is: 'calls and results',
    template: chat([
      said('assistant', [], { tool_calls: [call('c1', 'weather', '{}')] }),
      said('tool', 'Rain', { tool_call_id: 'c1' }),
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
    is: 'images',
    template: chat([said('user', [image('https://x.io/a.png')])]),
    expected: {
      model,
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.io/a.png' } }] },
      ],
    },
  },
  {
    is: 'function tools; built-in tools are dropped',
    template: chat([said('user', 'Hi')], {
      tools: [weather(), builtIn('web_search', 'openai')],
      tool_choice: 'required',
    }),
    expected: { model, messages: hi, tools, tool_choice: 'required' },
  },
  {
    is: 'response_format as it is',
    template: asked,
    parameters: { response_format: jsonFormat },
    expected: { model, messages: hi, response_format: jsonFormat },
  },
  {
    is: 'a completion template is inputs with parameters',
    template: completion('Once'),
    parameters: { max_new_tokens: 5, temperature: 0.1 },
    expected: { model, inputs: 'Once', parameters: { max_new_tokens: 5, temperature: 0.1 } },
  },
  {
    is: 'parameters named model and inputs win',
    template: completion('Once'),
    parameters: { model: 'gpt2', inputs: 'Twice' },
    expected: { model: 'gpt2', inputs: 'Twice', parameters: {} },
  },
]

testCases({ provider: 'huggingface', name: model }, cases)
