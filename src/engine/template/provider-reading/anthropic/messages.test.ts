import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type Anthropic from '@anthropic-ai/sdk'
import { answer, messages, outline, readCall, withoutNulls } from '../reading.cases.ts'

type Params = Anthropic.MessageCreateParams
const caller = { type: 'direct' } as const

const usage: Anthropic.Usage = {
  input_tokens: 10,
  output_tokens: 30,
  cache_creation_input_tokens: 200,
  cache_read_input_tokens: 3000,
  cache_creation: null,
  inference_geo: null,
  output_tokens_details: { thinking_tokens: 12 },
  server_tool_use: null,
  service_tier: null,
  speed: null,
}

const message = (content: Anthropic.ContentBlock[]): Anthropic.Message => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content,
  container: null,
  diagnostics: null,
  stop_details: null,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
})

const base: Params = {
  model: 'claude-sonnet-4-5',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hi' }],
}

const create = (kwargs: Partial<Params>, response: unknown = {}, providerType = 'anthropic') =>
  readCall({
    providerType,
    functionName: 'anthropic.messages.create',
    kwargs: { ...base, ...kwargs },
    response,
  })

const blocks = (...content: Anthropic.ContentBlock[]) =>
  withoutNulls(answer(create({}, message(content))).content)

describe('anthropic messages: input', () => {
  test('a system prompt as blocks keeps its cache marker', () => {
    const cache_control = { type: 'ephemeral', ttl: '1h' } as const
    const reading = create({ system: [{ type: 'text', text: 'Long', cache_control }] })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'text', text: 'Long', cache_control },
    ])
  })

  test('tool use, and results beside text', () => {
    const reading = create({
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig' },
            { type: 'redacted_thinking', data: 'xxx' },
            { type: 'tool_use', id: 'tu_1', name: 'weather', input: { city: 'Rome' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'tu_1', content: '21 C' },
            {
              type: 'tool_result',
              tool_use_id: 'tu_2',
              is_error: true,
              content: [{ type: 'text', text: 'no' }],
            },
            { type: 'text', text: 'And Oslo?' },
          ],
        },
      ],
    })
    assert.deepEqual(outline(reading.input), [
      'user: Weather?',
      'assistant: <thinking>',
      'tool: 21 C',
      'tool: no',
      'user: And Oslo?',
    ])
    const [, assistant, , failed] = messages(reading.input)
    assert.ok(assistant?.role === 'assistant' && failed?.role === 'tool')
    assert.deepEqual(assistant.tool_calls?.[0]?.function, { name: 'weather', arguments: '{"city":"Rome"}' })
    assert.deepEqual([failed.tool_call_id, failed['is_error']], ['tu_2', true])
  })

  test('images and documents', () => {
    const reading = create({
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'image', source: { type: 'url', url: 'https://x/a.png' } },
            {
              type: 'document',
              title: 'A',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
            },
            { type: 'document', source: { type: 'url', url: 'https://x/a.pdf' } },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
          ],
        },
      ],
    })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'media', media: { title: 'media', type: 'image/png', url: 'AAAA', format: 'base64' } },
      { type: 'image_url', image_url: { url: 'https://x/a.png' } },
      { type: 'media', media: { title: 'A', type: 'application/pdf', url: 'JVBE', format: 'base64' } },
      {
        type: 'media',
        media: { title: 'media', type: 'application/pdf', url: 'https://x/a.pdf', format: 'url' },
      },
      { type: 'text', text: 'words' },
    ])
  })

  test('tools and choices', () => {
    const search = {
      type: 'web_search_20250305',
      name: 'web_search',
      max_uses: 2,
    } satisfies Anthropic.WebSearchTool20250305
    const memory = { type: 'memory_20250818', name: 'memory' } satisfies Anthropic.MemoryTool20250818
    const reading = create({
      tools: [{ name: 'f', description: 'F', input_schema: { type: 'object' } }, search, memory],
      tool_choice: { type: 'any' },
    })
    assert.ok(reading.template.type === 'chat')
    assert.deepEqual(reading.template.tools, [
      {
        type: 'function',
        function: { name: 'f', description: 'F', parameters: { type: 'object' }, strict: false },
      },
      {
        id: 'web_search',
        name: 'web_search',
        description: '',
        provider: 'anthropic',
        type: 'web_search',
        config: search,
      },
    ])
    assert.equal(reading.template.tool_choice, 'required')
    assert.deepEqual(reading.parameters, { max_tokens: 64, tools: [memory] })
  })

  test('a tool choice that a template cannot hold stays a parameter', () => {
    const tool_choice = { type: 'tool', name: 'f', disable_parallel_tool_use: true } as const
    assert.deepEqual(create({ tool_choice }).parameters['tool_choice'], tool_choice)
    const named = create({ tool_choice: { type: 'tool', name: 'f' } })
    assert.ok(named.template.type === 'chat')
    assert.deepEqual(named.template.tool_choice, { type: 'function', function: { name: 'f' } })
  })
})

describe('anthropic messages: output', () => {
  test('thinking, text and tool use', () => {
    const reading = create(
      {},
      message([
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'redacted_thinking', data: 'xxx' },
        { type: 'text', text: 'Yo', citations: null },
        { type: 'tool_use', id: 'tu_1', name: 'f', input: {}, caller },
      ]),
    )
    assert.deepEqual(withoutNulls(answer(reading).content), [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'Yo' },
    ])
    assert.deepEqual(answer(reading).tool_calls, [
      { id: 'tu_1', type: 'function', function: { name: 'f', arguments: '{}' }, tool_id: null },
    ])
  })

  test('citations of searches and of documents', () => {
    const citations: Anthropic.TextCitation[] = [
      {
        type: 'web_search_result_location',
        url: 'https://a',
        title: 'A',
        cited_text: 'c',
        encrypted_index: 'e',
      },
      {
        type: 'char_location',
        cited_text: 'd',
        document_index: 0,
        document_title: 'Doc',
        file_id: null,
        start_char_index: 4,
        end_char_index: 9,
      },
    ]
    assert.deepEqual(blocks({ type: 'text', text: 'x', citations })[0]?.['annotations'], [
      {
        type: 'url_citation',
        url: 'https://a',
        title: 'A',
        start_index: 0,
        end_index: 0,
        cited_text: 'c',
        encrypted_index: 'e',
      },
      {
        type: 'url_citation',
        url: '',
        title: 'Doc',
        start_index: 4,
        end_index: 9,
        cited_text: 'd',
        encrypted_index: null,
      },
    ])
  })

  test('an assembled stream carries annotations instead of citations', () => {
    const url_citation = { type: 'url_citation', url: 'https://a', title: 'A', start_index: 0, end_index: 0 }
    const content = [{ type: 'text', text: 'x', citations: null, annotations: [url_citation] }]
    const reading = create({}, { ...message([]), content })
    assert.deepEqual(withoutNulls(answer(reading).content)[0]?.['annotations'], [
      { ...url_citation, cited_text: null, encrypted_index: null },
    ])
  })

  test('server tools', () => {
    const bash: Anthropic.BashCodeExecutionResultBlock = {
      type: 'bash_code_execution_result',
      content: [],
      return_code: 0,
      stderr: '',
      stdout: 'a',
    }
    const result = {
      type: 'web_search_result',
      url: 'https://a',
      title: 'A',
      encrypted_content: 'e',
      page_age: null,
    } as const
    assert.deepEqual(
      blocks(
        { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: { query: 'q' }, caller },
        { type: 'web_search_tool_result', tool_use_id: 'st_1', content: [result], caller },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'st_2',
          content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
          caller,
        },
        { type: 'bash_code_execution_tool_result', tool_use_id: 'st_3', content: bash },
        {
          type: 'code_execution_tool_result',
          tool_use_id: 'st_4',
          content: { type: 'code_execution_result', content: [], return_code: 1, stderr: '!', stdout: 'a' },
        },
      ),
      [
        { type: 'server_tool_use', id: 'st_1', name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: 'st_1', content: [result] },
        { type: 'web_search_tool_result', tool_use_id: 'st_2', content: [] },
        { type: 'bash_code_execution_tool_result', tool_use_id: 'st_3', content: bash },
        { type: 'code_execution_result', output: 'a!', outcome: 'OUTCOME_FAILED' },
      ],
    )
  })

  test('a block of an unknown type becomes text', () => {
    assert.deepEqual(blocks({ type: 'container_upload', file_id: 'f' }), [
      { type: 'text', text: '{"type":"container_upload","file_id":"f"}' },
    ])
  })

  test('blocks of the beta API: a remote tool, documents stored by the provider', () => {
    const content = [
      { type: 'mcp_tool_use', id: 'm_1', name: 't', server_name: 'docs', input: { a: 1 } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      { type: 'document', source: { type: 'content', content: 'words' } },
    ]
    const reading = readCall({
      providerType: 'anthropic',
      kwargs: { messages: [{ role: 'assistant', content }] },
    })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'mcp_call', id: 'm_1', name: 't', server_label: 'docs', arguments: '{"a":1}' },
      { type: 'media', media: { title: 'media', type: 'application/pdf', url: 'file_1', format: 'neither' } },
      { type: 'text', text: 'words' },
    ])
  })

  test('claude on Vertex AI and on Bedrock', () => {
    const response = message([{ type: 'text', text: 'Yo', citations: null }])
    for (const provider of ['vertexai', 'anthropic.bedrock']) {
      assert.equal(create({}, response, provider).outputText, 'Yo')
      assert.equal(readCall({ providerType: provider, kwargs: { ...base }, response }).outputText, 'Yo')
    }
  })

  test('AWS credentials of the call are not kept', () => {
    const reading = create({ aws_secret_key: 's', aws_access_key: 'a', apiKey: 'k' } as Partial<Params>)
    assert.deepEqual(reading.parameters, { max_tokens: 64 })
  })
})
