import {
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

const model = 'command-a-03-2025'
const hi = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const tool = {
  type: 'function',
  function: { name: 'weather', description: 'Tells it', parameters: citySchema },
}
const other = { type: 'function', function: { name: 'time' } }

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
    parameters: { p: 0.5, k: 3, safety_mode: 'OFF' },
    expected: { model, messages: hi, p: 0.5, k: 3, safety_mode: 'OFF' },
  },
  {
    title: 'calls and results; text beside calls is the plan',
    template: chat([
      message('assistant', 'Looking', { tool_calls: [call('c1', 'weather', '{}')] }),
      message('tool', 'Rain', { tool_call_id: 'c1' }),
      message('assistant', 'It rains'),
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
    title: 'images pass; documents by URL become text, inline ones are dropped',
    template: chat([
      message('user', [
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
    title: 'a required tool',
    template: chat([message('user', 'Hi')], { tools: [weather()], tool_choice: 'required' }),
    expected: { model, messages: hi, tools: [tool], tool_choice: 'REQUIRED' },
  },
  {
    title: 'the chosen tool is the only one',
    template: chat([message('user', 'Hi')], {
      tools: [other, weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: { model, messages: hi, tools: [tool], tool_choice: 'REQUIRED' },
  },
  {
    title: 'auto is the default and is not sent',
    template: chat([message('user', 'Hi')], { tools: [weather()], tool_choice: 'auto' }),
    expected: { model, messages: hi, tools: [tool] },
  },
  {
    title: 'a schema in Cohere’s form',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: { model, messages: hi, response_format: { type: 'json_object', schema: citySchema } },
  },
  {
    title: 'Cohere’s own response_format passes',
    template: question,
    parameters: { response_format: { type: 'json_object', schema: citySchema } },
    expected: { model, messages: hi, response_format: { type: 'json_object', schema: citySchema } },
  },
  {
    title: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { model, messages: hi },
  },
]

testCases({ provider: 'cohere', name: model }, cases)
