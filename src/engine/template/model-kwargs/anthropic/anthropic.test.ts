import Anthropic from '@anthropic-ai/sdk'
import {
  builtIn,
  type Case,
  cached,
  call,
  chat,
  citySchema,
  completion,
  ephemeral,
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
import { defaultMaxTokens } from './anthropic.ts'

/** The installed types omit temperature, which older models accept. */
type Expected = Anthropic.MessageCreateParamsNonStreaming & { temperature?: number }

const model = 'claude-opus-5-5'
const base = { model, max_tokens: defaultMaxTokens }
const hi: Anthropic.MessageParam[] = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
const thought = { type: 'thinking', thinking: 'Hm', signature: 'sig' } as const

const cases: Case<Expected>[] = [
  {
    title: 'system and developer texts become the field system',
    template: chat([message('system', 'Be kind'), message('user', 'Hi')]),
    parameters: { max_tokens: 10, temperature: 0.5 },
    expected: { model, max_tokens: 10, temperature: 0.5, system: 'Be kind', messages: hi },
  },
  {
    title: 'several system texts, or one with a cache marker, become a list',
    template: chat([
      message('system', [text('A', cached)]),
      message('developer', 'B'),
      message('user', 'Hi'),
    ]),
    expected: {
      ...base,
      system: [
        { type: 'text', text: 'A', cache_control: ephemeral },
        { type: 'text', text: 'B' },
      ],
      messages: hi,
    },
  },
  {
    title: 'turns of one role are merged, blank texts left out',
    template: chat([
      message('user', [text('Hi'), text(' ')]),
      message('user', 'there'),
      message('assistant', ''),
    ]),
    expected: {
      ...base,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi' },
            { type: 'text', text: 'there' },
          ],
        },
      ],
    },
  },
  {
    title: 'parallel calls, and their results in one user turn before the next text',
    template: chat([
      message('assistant', 'Looking', {
        tool_calls: [call('c 1', 'weather', '{"city":"Oslo"}'), call('c2', 'weather', '')],
      }),
      message('tool', 'Rain', { tool_call_id: 'c 1' }),
      message('tool', [text('Sun'), image('https://x.io/s.png')], { tool_call_id: 'c2' }),
      message('user', 'Thanks'),
    ]),
    expected: {
      ...base,
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking' },
            { type: 'tool_use', id: 'c_1', name: 'weather', input: { city: 'Oslo' } },
            { type: 'tool_use', id: 'c2', name: 'weather', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c_1', content: 'Rain' },
            {
              type: 'tool_result',
              tool_use_id: 'c2',
              content: [
                { type: 'text', text: 'Sun' },
                { type: 'image', source: { type: 'url', url: 'https://x.io/s.png' } },
              ],
            },
            { type: 'text', text: 'Thanks' },
          ],
        },
      ],
    },
  },
  {
    title: 'markers on blocks, messages, calls, results and tools',
    template: chat(
      [
        message('user', [text('A', { cache_control: { type: 'ephemeral', ttl: '1h' } }), text('B')]),
        message('assistant', [], { tool_calls: [call('c1', 'weather', '{}', cached)] }),
        message('tool', [text('Rain', cached)], { tool_call_id: 'c1' }),
        message('user', 'Last', cached),
      ],
      { tools: [weather(cached)] },
    ),
    expected: {
      ...base,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'A', cache_control: { type: 'ephemeral', ttl: '1h' } },
            { type: 'text', text: 'B' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: {}, cache_control: ephemeral }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: 'Rain', cache_control: ephemeral },
            { type: 'text', text: 'Last', cache_control: ephemeral },
          ],
        },
      ],
      tools: [
        { name: 'weather', description: 'Tells it', input_schema: citySchema, cache_control: ephemeral },
      ],
    },
  },
  {
    title: 'thoughts with a signature come first, others are dropped',
    template: chat([
      message('assistant', [text('Ho'), thought, { type: 'thinking', thinking: 'unsigned' }]),
      message('user', 'Hi'),
    ]),
    expected: {
      ...base,
      messages: [{ role: 'assistant', content: [thought, { type: 'text', text: 'Ho' }] }, ...hi],
    },
  },
  {
    title: 'thoughts among server tools keep their order',
    template: chat([
      message('assistant', [
        thought,
        { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 's1',
          content: [{ url: 'https://x.io', title: 'X', encrypted_content: 'e' }],
        },
        thought,
        text('Found', {
          annotations: [
            {
              type: 'url_citation',
              title: 'X',
              url: 'https://x.io',
              start_index: 0,
              end_index: 5,
              cited_text: 'X is',
              encrypted_index: 'i',
            },
          ],
        }),
      ]),
    ]),
    expected: {
      ...base,
      messages: [
        {
          role: 'assistant',
          content: [
            thought,
            { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'q' } },
            {
              type: 'web_search_tool_result',
              tool_use_id: 's1',
              content: [
                { type: 'web_search_result', url: 'https://x.io', title: 'X', encrypted_content: 'e' },
              ],
            },
            thought,
            {
              type: 'text',
              text: 'Found',
              citations: [
                {
                  type: 'web_search_result_location',
                  url: 'https://x.io',
                  title: 'X',
                  cited_text: 'X is',
                  encrypted_index: 'i',
                },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    title: 'images and documents, by URL and inline',
    template: chat([
      message('user', [
        image('data:image/png;base64,QUJD', cached),
        media('application/pdf', 'QUJD', { title: 'a.pdf' }),
        media('application/pdf', 'https://x.io/b.pdf', { title: 'B' }),
        media('text/plain', 'aMOpbGxv', { title: 'c.txt' }),
        media('audio/wav', 'https://x.io/a.wav', { title: 'Call' }),
      ]),
    ]),
    expected: {
      ...base,
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'QUJD' },
              cache_control: ephemeral,
            },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'QUJD' },
              title: 'a.pdf',
            },
            { type: 'document', source: { type: 'url', url: 'https://x.io/b.pdf' }, title: 'B' },
            {
              type: 'document',
              source: { type: 'text', media_type: 'text/plain', data: 'héllo' },
              title: 'c.txt',
            },
            { type: 'text', text: 'Call: https://x.io/a.wav' },
          ],
        },
      ],
    },
  },
  {
    title: 'built-in tools in their newest version, or the one the config names',
    template: chat([message('user', 'Hi')], {
      tools: [
        builtIn('web_search', 'anthropic', { max_uses: 2 }),
        builtIn('bash', 'anthropic', { type: 'bash' }, cached),
        builtIn('text_editor', 'anthropic'),
        builtIn('text_editor', 'anthropic', { type: 'text_editor_20250124' }),
        builtIn('code_interpreter', 'openai', { container: { type: 'auto' } }),
        builtIn('url_context', 'google'),
        builtIn('image_generation', 'openai'),
      ],
      tool_choice: 'required',
    }),
    expected: {
      ...base,
      messages: hi,
      tools: [
        { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
        { type: 'bash_20250124', name: 'bash', cache_control: ephemeral },
        { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
        { type: 'text_editor_20250124', name: 'str_replace_editor' },
        { type: 'code_execution_20250825', name: 'code_execution' },
        { type: 'web_fetch_20250910', name: 'web_fetch' },
      ],
      tool_choice: { type: 'any' },
    },
  },
  {
    title: "another provider's web search keeps its domains",
    template: chat([message('user', 'Hi')], {
      tools: [
        builtIn('web_search', 'openai', {
          search_context_size: 'low',
          filters: { allowed_domains: ['x.io'] },
        }),
      ],
      tool_choice: 'none',
    }),
    expected: {
      ...base,
      messages: hi,
      tools: [{ type: 'web_search_20250305', name: 'web_search', allowed_domains: ['x.io'] }],
      tool_choice: { type: 'none' },
    },
  },
  {
    title: 'deprecated functions become tools, and function_call the choice',
    template: chat(
      [
        message('user', 'Hi'),
        message('assistant', [], { function_call: { name: 'weather', arguments: 'Oslo' } }),
        message('function', 'Rain', { name: 'weather' }),
      ],
      { functions: [{ name: 'weather', parameters: citySchema }], function_call: { name: 'weather' } },
    ),
    expected: {
      ...base,
      messages: [
        ...hi,
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call_1', name: 'weather', input: { arguments: 'Oslo' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Rain' }] },
      ],
      tools: [{ name: 'weather', input_schema: citySchema }],
      tool_choice: { type: 'tool', name: 'weather' },
    },
  },
  {
    title: 'a schema goes into output_config',
    template: question,
    parameters: { response_format: jsonFormat, output_config: { effort: 'low' } },
    expected: {
      ...base,
      messages: hi,
      output_config: { effort: 'low', format: { type: 'json_schema', schema: citySchema } },
    },
  },
  {
    title: 'JSON without a schema is dropped; the limit exceeds the thinking budget',
    template: question,
    parameters: {
      response_format: { type: 'json_object' },
      thinking: { type: 'enabled', budget_tokens: 2000 },
      max_tokens: null,
    },
    expected: {
      model,
      max_tokens: defaultMaxTokens + 2000,
      messages: hi,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    },
  },
  {
    title: 'code execution results pass, blocks of other providers become text',
    template: chat([
      message('assistant', [
        { type: 'bash_code_execution_tool_result', tool_use_id: 's1', content: { type: 'x', stdout: 'a' } },
        { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'b', stderr: 'c' }] },
        { type: 'mcp_list_tools', id: 'm' },
      ]),
    ]),
    expected: {
      ...base,
      messages: [
        {
          role: 'assistant',
          content: [
            {
              type: 'bash_code_execution_tool_result',
              tool_use_id: 's1',
              content: { type: 'x', stdout: 'a' } as never,
            },
            { type: 'text', text: 'b\nc' },
          ],
        },
      ],
    },
  },
  {
    title: 'a completion template is one user message',
    template: completion('Hi'),
    expected: { ...base, messages: hi },
  },
]

const { fetch, body } = recorder()
const client = new Anthropic({ apiKey: 'key', fetch })
testCases({ provider: 'anthropic', name: model }, cases, async (kwargs) => {
  await client.messages.create(kwargs as never)
  return body()
})
testCases({ provider: 'vertexai', name: model }, cases.slice(0, 2))
testCases({ provider: 'anthropic.bedrock', name: model }, [
  {
    title: "the client's AWS keys pass",
    template: question,
    parameters: { aws_region: 'eu-west-1' },
    expected: { ...base, messages: hi, aws_region: 'eu-west-1' },
  },
])
