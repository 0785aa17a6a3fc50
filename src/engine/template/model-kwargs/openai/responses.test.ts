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

type Expected = OpenAI.Responses.ResponseCreateParamsNonStreaming

const model = 'gpt-5'
const hi: OpenAI.Responses.ResponseInput = [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }]

const cases: Case<Expected>[] = [
  {
    title: 'roles stay in the input; an assistant text is a string',
    template: chat([
      message('system', 'S', cached),
      message('developer', 'D'),
      message('user', [text('Hi', cached)]),
      message('assistant', 'Ho'),
    ]),
    expected: {
      model,
      input: [
        { role: 'system', content: [{ type: 'input_text', text: 'S' }] },
        { role: 'developer', content: [{ type: 'input_text', text: 'D' }] },
        ...hi,
        { role: 'assistant', content: 'Ho' },
      ],
    },
  },
  {
    title: 'an assistant text with an id becomes that output message',
    template: chat([
      message('assistant', [
        text('Ho', {
          id: 'msg_1',
          annotations: [
            { type: 'url_citation', title: 'T', url: 'https://x.io', start_index: 0, end_index: 2 },
          ],
        }),
      ]),
    ]),
    expected: {
      model,
      input: [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            {
              type: 'output_text',
              text: 'Ho',
              annotations: [
                { type: 'url_citation', title: 'T', url: 'https://x.io', start_index: 0, end_index: 2 },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    title: 'calls have both ids, results the id of the call',
    template: chat([
      message('assistant', [], { tool_calls: [call('c1', 'weather', '{}', { tool_id: 'fc_1' })] }),
      message('tool', 'Rain', { tool_call_id: 'c1' }),
    ]),
    expected: {
      model,
      input: [
        { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'c1', output: 'Rain' },
      ],
    },
  },
  {
    title: 'a result with an image is a list',
    template: chat([message('tool', [text('Map'), image('https://x.io/m.png')], { tool_call_id: 'c1' })]),
    expected: {
      model,
      input: [
        {
          type: 'function_call_output',
          call_id: 'c1',
          output: [
            { type: 'input_text', text: 'Map' },
            { type: 'input_image', image_url: 'https://x.io/m.png', detail: 'auto' },
          ],
        },
      ],
    },
  },
  {
    title: 'deprecated functions become tools, calls and results with an id made for them',
    template: chat(
      [
        message('assistant', [], { function_call: { name: 'weather', arguments: '{}' } }),
        message('function', 'Rain', { name: 'weather' }),
      ],
      { functions: [{ name: 'weather', parameters: citySchema }], function_call: 'auto' },
    ),
    expected: {
      model,
      input: [
        { type: 'function_call', call_id: 'call_0', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_0', output: 'Rain' },
      ],
      tools: [{ type: 'function', name: 'weather', parameters: citySchema, strict: false }],
      tool_choice: 'auto',
    },
  },
  {
    title: 'images and files by URL and inline; audio becomes text',
    template: chat([
      message('user', [
        image('data:image/png;base64,QUJD'),
        media('application/pdf', 'https://x.io/b.pdf'),
        media('application/pdf', 'QUJD', { title: 'a.pdf' }),
        media('audio/wav', 'https://x.io/a.wav', { title: 'Call' }),
      ]),
    ]),
    expected: {
      model,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'data:image/png;base64,QUJD', detail: 'auto' },
            { type: 'input_file', file_url: 'https://x.io/b.pdf' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' },
            { type: 'input_text', text: 'Call: https://x.io/a.wav' },
          ],
        },
      ],
    },
  },
  {
    title: 'thoughts, code and generated images with ids become the items they were read from',
    template: chat([
      message('assistant', [
        { type: 'thinking', thinking: 'Hm', id: 'rs_1' },
        { type: 'thinking', thinking: 'lost' },
        { type: 'code', code: '1+1', id: 'ci_1', container_id: 'cntr_1' },
        { type: 'output_media', url: 'QUJD', id: 'ig_1' },
      ]),
    ]),
    expected: {
      model,
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm' }] },
        {
          type: 'code_interpreter_call',
          id: 'ci_1',
          code: '1+1',
          container_id: 'cntr_1',
          outputs: null,
          status: 'completed',
        },
        { type: 'image_generation_call', id: 'ig_1', result: 'QUJD', status: 'completed' },
      ],
    },
  },
  {
    title: 'MCP, shell and patch blocks become the items they were read from',
    template: chat([
      message('assistant', [
        { type: 'mcp_call', id: 'mcp_1', name: 'n', server_label: 's', arguments: '{}', output: 'o' },
        { type: 'mcp_approval_request', id: 'mcpr_1', name: 'n', server_label: 's', arguments: '{}' },
      ]),
      message('user', [
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
        text('Go'),
      ]),
      message('assistant', [
        { type: 'shell_call', call_id: 's1', action: { commands: ['ls'] } },
        { type: 'apply_patch_call', call_id: 'p1', operation: { type: 'delete_file', path: 'a' } },
      ]),
      message('tool', [{ type: 'shell_call_output', call_id: 's1', output: [] }], { tool_call_id: 's1' }),
    ]),
    expected: {
      model,
      input: [
        { type: 'mcp_call', id: 'mcp_1', name: 'n', server_label: 's', arguments: '{}', output: 'o' },
        { type: 'mcp_approval_request', id: 'mcpr_1', name: 'n', server_label: 's', arguments: '{}' },
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
        { role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
        { type: 'shell_call', call_id: 's1', action: { commands: ['ls'] } },
        {
          type: 'apply_patch_call',
          call_id: 'p1',
          status: 'completed',
          operation: { type: 'delete_file', path: 'a' },
        },
        { type: 'shell_call_output', call_id: 's1', output: [] },
      ],
    },
  },
  {
    title: 'a built-in tool is its config; tools that only other providers have are dropped',
    template: chat([message('user', 'Hi')], {
      tools: [
        builtIn('web_search', 'openai', { type: 'web_search_2025_08_26', search_context_size: 'high' }),
        builtIn('file_search', 'openai', { vector_store_ids: ['vs_1'] }),
        builtIn('code_interpreter', 'openai'),
        builtIn('mcp', 'openai', {
          server_label: 's',
          server_url: 'https://x.io',
          require_approval: 'never',
        }),
        builtIn('image_generation', 'openai'),
        builtIn('shell', 'openai'),
        builtIn('apply_patch', 'openai'),
        builtIn('bash', 'anthropic'),
        builtIn('google_maps', 'google'),
      ],
    }),
    expected: {
      model,
      input: hi,
      tools: [
        { type: 'web_search_2025_08_26', search_context_size: 'high' },
        { type: 'file_search', vector_store_ids: ['vs_1'] },
        { type: 'code_interpreter', container: { type: 'auto' } },
        { type: 'mcp', server_label: 's', server_url: 'https://x.io', require_approval: 'never' },
        { type: 'image_generation' },
        { type: 'shell' },
        { type: 'apply_patch' },
      ],
    },
  },
  {
    title: "another provider's web search keeps its domains",
    template: chat([message('user', 'Hi')], {
      tools: [builtIn('web_search', 'anthropic', { allowed_domains: ['x.io'], max_uses: 2 })],
    }),
    expected: {
      model,
      input: hi,
      tools: [{ type: 'web_search', filters: { allowed_domains: ['x.io'] } }],
    },
  },
  {
    title: 'function tools are flat, and so is the chosen one',
    template: chat([message('user', 'Hi')], {
      tools: [weather(cached)],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    }),
    expected: {
      model,
      input: hi,
      tools: [
        {
          type: 'function',
          name: 'weather',
          description: 'Tells it',
          parameters: citySchema,
          strict: false,
        },
      ],
      tool_choice: { type: 'function', name: 'weather' },
    },
  },
  {
    title: 'a schema goes into text.format, and reasoning is unchanged',
    template: question,
    parameters: { response_format: jsonFormat, text: { verbosity: 'low' }, reasoning: { effort: 'low' } },
    expected: {
      model,
      input: hi,
      text: {
        verbosity: 'low',
        format: { type: 'json_schema', name: 'place', schema: citySchema, strict: true },
      },
      reasoning: { effort: 'low' },
    },
  },
  {
    title: 'JSON without a schema is the format json_object',
    template: question,
    parameters: { response_format: { type: 'json_object' }, max_output_tokens: 5 },
    expected: { model, input: hi, text: { format: { type: 'json_object' } }, max_output_tokens: 5 },
  },
  {
    title: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { model, input: hi },
  },
]

const { fetch, body } = recorder()
const client = new OpenAI({ apiKey: 'key', fetch })
testCases({ provider: 'openai', name: model, api_type: 'responses' }, cases, async (kwargs) => {
  await client.responses.create(kwargs as never)
  return body()
})
