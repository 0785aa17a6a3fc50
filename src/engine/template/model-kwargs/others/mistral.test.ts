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
import { mistralId } from './mistral-id.ts'

const model = 'mistral-large-latest'
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
    parameters: { random_seed: 1, safe_prompt: true },
    expected: { model, messages: hi, random_seed: 1, safe_prompt: true },
  },
  {
    title: 'calls and results with ids of nine characters',
    template: chat([
      message('assistant', [], {
        tool_calls: [call('abcDEF123', 'weather', '{}'), call('call_1', 'time', '{}')],
      }),
      message('tool', 'Rain', { tool_call_id: 'abcDEF123' }),
      message('tool', '12', { tool_call_id: 'call_1' }),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'abcDEF123', type: 'function', function: { name: 'weather', arguments: '{}' } },
            { id: mistralId('call_1'), type: 'function', function: { name: 'time', arguments: '{}' } },
          ],
        },
        { role: 'tool', name: 'weather', content: 'Rain', tool_call_id: 'abcDEF123' },
        { role: 'tool', name: 'time', content: '12', tool_call_id: mistralId('call_1') },
      ],
    },
  },
  {
    title: 'images, documents and audio',
    template: chat([
      message('user', [
        image('https://x.io/a.png'),
        media('application/pdf', 'https://x.io/a.pdf', { title: 'A' }),
        media('audio/wav', 'QUJD'),
        media('video/mp4', 'https://x.io/v.mp4'),
      ]),
    ]),
    expected: {
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://x.io/a.png' } },
            { type: 'document_url', document_url: 'https://x.io/a.pdf', document_name: 'A' },
            { type: 'input_audio', input_audio: 'QUJD' },
            { type: 'text', text: 'media: https://x.io/v.mp4' },
          ],
        },
      ],
    },
  },
  {
    title: 'function tools, with the choice any for required; built-in tools are dropped',
    template: chat([message('user', 'Hi')], {
      tools: [weather(cached), builtIn('web_search', 'openai')],
      tool_choice: 'required',
    }),
    expected: { model, messages: hi, tools, tool_choice: 'any' },
  },
  {
    title: 'the chosen tool',
    template: chat([message('user', 'Hi')], {
      tools: [weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: {
      model,
      messages: hi,
      tools,
      tool_choice: { type: 'function', function: { name: 'weather' } },
    },
  },
  {
    title: 'response_format as it is',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: { model, messages: hi, response_format: jsonFormat },
  },
  {
    title: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { model, messages: hi },
  },
]

testCases({ provider: 'mistral', name: model }, cases)
