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

type Part = Record<string, unknown>
interface Expected {
  model: string
  history?: { role: 'user' | 'model'; parts: Part[] }[]
  contents?: { role: 'user' | 'model'; parts: Part[] }[]
  generation_config: Record<string, unknown>
}

const model = 'gemini-2.5-flash'
const hi = [{ role: 'user' as const, parts: [{ text: 'Hi' }] }]
const nothing = { generation_config: {} }
const declared = {
  function_declarations: [{ name: 'weather', description: 'Tells it', parameters: citySchema }],
}

const cases: Case<Expected>[] = [
  {
    title: 'system and developer are the system instruction, markers are stripped',
    template: chat([
      message('system', [text('S', cached)]),
      message('developer', 'D'),
      message('user', 'Hi', cached),
      message('assistant', 'Ho'),
    ]),
    expected: {
      model,
      history: [...hi, { role: 'model', parts: [{ text: 'Ho' }] }],
      generation_config: { system_instruction: { parts: [{ text: 'S' }, { text: 'D' }] } },
    },
  },
  {
    title: 'parameters are the generation config in snake case',
    template: question,
    parameters: { temperature: 0.1, maxOutputTokens: 5, thinking_config: { thinking_budget: 0 } },
    expected: {
      model,
      history: hi,
      generation_config: { temperature: 0.1, max_output_tokens: 5, thinking_config: { thinking_budget: 0 } },
    },
  },
  {
    title: 'flat parameters override a stored generation_config; model and history replace those of the call',
    template: question,
    parameters: {
      generation_config: { temperature: 0.1, topK: 3 },
      temperature: 0.9,
      model: 'gemini-x',
      history: [],
    },
    expected: { model: 'gemini-x', history: [], generation_config: { temperature: 0.9, top_k: 3 } },
  },
  {
    title: 'calls without ids; results of parallel calls share one content',
    template: chat([
      message('assistant', [], {
        tool_calls: [
          call('c1', 'weather', '{"city":"Oslo"}', { provider_metadata: { thought_signature: 'sig' } }),
          call('c2', 'time', ''),
        ],
      }),
      message('tool', '{"sky":"grey"}', { tool_call_id: 'c1' }),
      message('tool', '12', { tool_call_id: 'c2' }),
      message('user', 'Thanks'),
    ]),
    expected: {
      model,
      history: [
        {
          role: 'model',
          parts: [
            { function_call: { name: 'weather', args: { city: 'Oslo' } }, thought_signature: 'sig' },
            { function_call: { name: 'time', args: {} } },
          ],
        },
        {
          role: 'user',
          parts: [
            { function_response: { name: 'weather', response: { output: '{"sky":"grey"}' } } },
            { function_response: { name: 'time', response: { output: '12' } } },
          ],
        },
        { role: 'user', parts: [{ text: 'Thanks' }] },
      ],
      ...nothing,
    },
  },
  {
    title: 'a result without its call keeps its own name; its image is a separate part',
    template: chat([
      message('tool', [text('Map'), image('data:image/png;base64,QUJD')], { tool_call_id: 'c', name: 'm' }),
    ]),
    expected: {
      model,
      history: [
        {
          role: 'user',
          parts: [
            { function_response: { name: 'm', response: { output: 'Map' } } },
            { inline_data: { mime_type: 'image/png', data: 'QUJD' } },
          ],
        },
      ],
      ...nothing,
    },
  },
  {
    title: 'thoughts, signatures, code and its results',
    template: chat([
      message('assistant', [
        { type: 'thinking', thinking: 'Hm', signature: 'sig' },
        text('Ho', { thought_signature: 'sig2' }),
        { type: 'code', code: '1+1' },
        { type: 'code_execution_result', output: '2', outcome: 'OUTCOME_OK' },
      ]),
    ]),
    expected: {
      model,
      history: [
        {
          role: 'model',
          parts: [
            { text: 'Hm', thought: true, thought_signature: 'sig' },
            { text: 'Ho', thought_signature: 'sig2' },
            { executable_code: { code: '1+1', language: 'PYTHON' } },
            { code_execution_result: { outcome: 'OUTCOME_OK', output: '2' } },
          ],
        },
      ],
      ...nothing,
    },
  },
  {
    title: 'media of every kind, inline or by URI; generated images keep their signature',
    template: chat([
      message('user', [
        image('https://x.io/a.png?s=1'),
        media('video/mp4', 'gs://b/v.mp4', { format: 'url' }),
        media('audio/wav', 'QUJD'),
      ]),
      message('assistant', [
        { type: 'output_media', url: 'QUJD', provider_metadata: { thought_signature: 'sig' } },
      ]),
    ]),
    expected: {
      model,
      history: [
        {
          role: 'user',
          parts: [
            { file_data: { file_uri: 'https://x.io/a.png?s=1', mime_type: 'image/png' } },
            { file_data: { file_uri: 'gs://b/v.mp4', mime_type: 'video/mp4' } },
            { inline_data: { mime_type: 'audio/wav', data: 'QUJD' } },
          ],
        },
        {
          role: 'model',
          parts: [{ inline_data: { mime_type: 'image/png', data: 'QUJD' }, thought_signature: 'sig' }],
        },
      ],
      ...nothing,
    },
  },
  {
    title: 'functions are one tool, built-in tools one each',
    template: chat([message('user', 'Hi')], {
      tools: [
        builtIn('web_search', 'openai', { search_context_size: 'low' }),
        weather(),
        builtIn('google_maps', 'google', { type: 'google_maps', enable_widget: true }),
        builtIn('url_context', 'google'),
        builtIn('code_interpreter', 'google'),
        builtIn('file_search', 'openai', { vector_store_ids: ['v'] }),
        builtIn('shell', 'openai'),
      ],
    }),
    expected: {
      model,
      history: hi,
      generation_config: {
        tools: [
          declared,
          { google_search: {} },
          { google_maps: { enable_widget: true } },
          { url_context: {} },
          { code_execution: {} },
        ],
      },
    },
  },
  {
    title: 'a required tool',
    template: chat([message('user', 'Hi')], { tools: [weather()], tool_choice: 'required' }),
    expected: {
      model,
      history: hi,
      generation_config: { tools: [declared], tool_config: { function_calling_config: { mode: 'ANY' } } },
    },
  },
  {
    title: 'the chosen function',
    template: chat([message('user', 'Hi')], {
      tools: [weather()],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: {
      model,
      history: hi,
      generation_config: {
        tools: [declared],
        tool_config: { function_calling_config: { mode: 'ANY', allowed_function_names: ['weather'] } },
      },
    },
  },
  {
    title: 'a schema goes into response_json_schema',
    template: question,
    parameters: { response_format: jsonFormat },
    expected: {
      model,
      history: hi,
      generation_config: { response_mime_type: 'application/json', response_json_schema: citySchema },
    },
  },
  {
    title: 'JSON without a schema; a parameter of Google’s own wins',
    template: question,
    parameters: { response_format: { type: 'json_object' }, response_mime_type: 'text/x.enum' },
    expected: { model, history: hi, generation_config: { response_mime_type: 'text/x.enum' } },
  },
  {
    title: 'a completion template has contents',
    template: completion('Hi'),
    parameters: { seed: 1 },
    expected: { model, contents: hi, generation_config: { seed: 1 } },
  },
]

testCases({ provider: 'google', name: model }, cases)
testCases({ provider: 'vertexai', name: model }, cases.slice(0, 2))
