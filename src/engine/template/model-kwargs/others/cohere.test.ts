import {
  asked,
  type Case,
  cached,
  call,
  chat,
  citySchema,
  completion,
  image,
  jsonFormat,
  media,
  said,
  testCases,
  text,
  weather,
} from '../samples.cases.ts'

const model = 'command-a-03-2025'
const hi = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const tool = {
  type: 'function',
  function: { name: 'weather', description: 'Tells it', parameters: citySchema },
}
const other = { type: 'function', function: { name: 'time' } }

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
    parameters: { p: 0.5, k: 3, safety_mode: 'OFF' },
    expected: { model, messages: hi, p: 0.5, k: 3, safety_mode: 'OFF' },
  },
  {
    is: 'calls with the plan said beside them, and results',
    template: chat([
      said('assistant', 'Looking', { tool_calls: [call('c1', 'weather', '{}')] }),
      said('tool', 'Rain', { tool_call_id: 'c1' }),
      said('assistant', 'It rains'),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'assistant',
          tool_plan: 'Looking',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Rain' },
        { role: 'assistant', content: 'It rains' },
      ],
    },
  },
  {
    is: 'images pass, documents by URL are named, inline ones dropped',
    template: chat([
      said('user', [
        image('https://x.io/a.png'),
        media('application/pdf', 'https://x.io/a.pdf', { title: 'A' }),
        media('application/pdf', 'QUJD'),
      ]),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://x.io/a.png' } },
            { type: 'text', text: 'A: https://x.io/a.pdf' },
          ],
        },
      ],
    },
  },
  {
    is: 'a required tool',
    template: chat([said('user', 'Hi')], { tools: [weather()], tool_choice: 'required' }),
    expected: { model, messages: hi, tools: [tool], tool_choice: 'REQUIRED' },
  },
  {
    is: 'the chosen tool is the only one',
    template: chat([said('user', 'Hi')], {
      tools: [other, weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: { model, messages: hi, tools: [tool], tool_choice: 'REQUIRED' },
  },
  {
    is: 'auto needs no saying',
    template: chat([said('user', 'Hi')], { tools: [weather()], tool_choice: 'auto' }),
    expected: { model, messages: hi, tools: [tool] },
  },
  {
    is: 'a schema in Cohere’s form',
    template: asked,
    parameters: { response_format: jsonFormat },
    expected: { model, messages: hi, response_format: { type: 'json_object', schema: citySchema } },
  },
  {
    is: 'Cohere’s own response_format passes',
    template: asked,
    parameters: { response_format: { type: 'json_object', schema: citySchema } },
    expected: { model, messages: hi, response_format: { type: 'json_object', schema: citySchema } },
  },
  {
    is: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { model, messages: hi },
  },
]

testCases({ provider: 'cohere', name: model }, cases)
