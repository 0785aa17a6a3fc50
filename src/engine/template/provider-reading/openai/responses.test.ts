import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type OpenAI from 'openai'
import { answer, messages, outline, readCall, withoutNulls } from '../reading.cases.ts'

type Params = OpenAI.Responses.ResponseCreateParams
type Item = OpenAI.Responses.ResponseOutputItem

const respond = (kwargs: Params, output: Item[] = [], more: object = {}) =>
  readCall({
    providerType: 'openai',
    functionName: 'openai.responses.create',
    kwargs: { ...kwargs },
    response: { id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-5-2025', output, ...more },
  })

const messageItem = (
  text: string,
  annotations: OpenAI.Responses.ResponseOutputText['annotations'] = [],
): Item => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations, logprobs: [] }],
})

const blocks = (...items: Item[]) =>
  withoutNulls(answer(respond({ model: 'gpt-5', input: 'Hi' }, items)).content)

describe('openai responses: input', () => {
  test('a string, with instructions', () => {
    const reading = respond({ model: 'gpt-5', input: 'Hi', instructions: 'Be brief', temperature: 1 }, [
      messageItem('Yo'),
    ])
    assert.deepEqual(outline(reading.template), ['system: Be brief', 'user: Hi', 'assistant: Yo'])
    assert.deepEqual([reading.apiType, reading.finishReason], ['responses', 'completed'])
    assert.deepEqual(reading.parameters, { temperature: 1 })
  })

  test('items of the assistant make one message, each result makes its own message', () => {
    const reading = respond({
      model: 'gpt-5',
      input: [
        { role: 'developer', content: 'Rules' },
        { role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'think' }] },
        { role: 'assistant', content: 'Looking' },
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: '21 C' },
      ],
    })
    assert.deepEqual(outline(reading.input), [
      'developer: Rules',
      'user: Weather?',
      'assistant: <thinking>|Looking',
      'tool: 21 C',
    ])
    const [, , turn, result] = messages(reading.input)
    assert.ok(turn?.role === 'assistant' && result?.role === 'tool')
    assert.deepEqual([turn.tool_calls?.[0]?.id, turn.tool_calls?.[0]?.tool_id], ['call_1', 'fc_1'])
    assert.equal(result.tool_call_id, 'call_1')
  })

  test('images and files', () => {
    const reading = respond({
      model: 'gpt-5',
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'https://x/a.png', detail: 'auto' },
            { type: 'input_image', file_id: 'file-1', detail: 'auto' },
            { type: 'input_file', file_url: 'https://x/a.pdf', filename: 'a.pdf' },
          ],
        },
      ],
    })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'image_url', image_url: { url: 'https://x/a.png', detail: 'auto' } },
      { type: 'media', media: { title: 'media', type: 'image/jpeg', url: 'file-1', format: 'neither' } },
      {
        type: 'media',
        media: { title: 'a.pdf', type: 'application/pdf', url: 'https://x/a.pdf', format: 'url' },
      },
    ])
  })

  test('an approval, and an unknown item', () => {
    const reading = respond({
      model: 'gpt-5',
      input: [
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
        { type: 'item_reference', id: 'msg_9' },
      ],
    })
    assert.deepEqual(outline(reading.input), [
      'user: <mcp_approval_response>',
      'assistant: {"type":"item_reference","id":"msg_9"}',
    ])
  })

  test('tools of both kinds', () => {
    const search = { type: 'web_search', search_context_size: 'low' } satisfies OpenAI.Responses.Tool
    const reading = respond({
      model: 'gpt-5',
      input: 'Hi',
      tool_choice: { type: 'function', name: 'f' },
      tools: [
        { type: 'function', name: 'f', parameters: { type: 'object' }, strict: true },
        search,
        { type: 'mcp', server_label: 'docs', server_url: 'https://m' },
        { type: 'local_shell' },
      ],
    })
    assert.ok(reading.template.type === 'chat')
    assert.deepEqual(reading.template.tools, [
      {
        type: 'function',
        function: { name: 'f', description: '', parameters: { type: 'object' }, strict: true },
      },
      {
        id: 'web_search',
        name: 'web_search',
        description: '',
        provider: 'openai',
        type: 'web_search',
        config: search,
      },
      {
        id: 'docs',
        name: 'docs',
        description: '',
        provider: 'openai',
        type: 'mcp',
        config: { type: 'mcp', server_label: 'docs', server_url: 'https://m' },
      },
    ])
    assert.deepEqual(reading.template.tool_choice, { type: 'function', function: { name: 'f' } })
    assert.deepEqual(reading.parameters, { tools: [{ type: 'local_shell' }] })
  })
})

describe('openai responses: output', () => {
  test('reasoning, text with annotations, and a call make one message', () => {
    const cite = { type: 'url_citation', title: 'T', url: 'https://t', start_index: 0, end_index: 2 } as const
    const reading = respond({ model: 'gpt-5', input: 'Hi' }, [
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'a' },
          { type: 'summary_text', text: 'b' },
        ],
      },
      {
        type: 'web_search_call',
        id: 'ws_1',
        status: 'completed',
        action: { type: 'search', query: 'q', queries: ['q'] },
      },
      messageItem('Yo', [cite, { type: 'file_path', file_id: 'f', index: 0 }]),
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"a":1}' },
    ])
    assert.deepEqual(withoutNulls(answer(reading).content), [
      { type: 'thinking', id: 'rs_1', thinking: 'ab', signature: '' },
      {
        type: 'text',
        id: 'msg_1',
        text: 'Yo',
        annotations: [{ ...cite, cited_text: null, encrypted_index: null }],
      },
    ])
    assert.deepEqual(answer(reading).tool_calls, [
      { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' }, tool_id: 'fc_1' },
    ])
  })

  test('code and images', () => {
    assert.deepEqual(
      blocks(
        {
          type: 'code_interpreter_call',
          id: 'ci_1',
          code: 'print(1)',
          container_id: 'cntr',
          outputs: null,
          status: 'completed',
        },
        {
          type: 'image_generation_call',
          id: 'ig_1',
          status: 'completed',
          result: 'AAAA',
          output_format: 'webp',
          size: '1024x1024',
        },
      ),
      [
        { type: 'code', id: 'ci_1', code: 'print(1)', container_id: 'cntr' },
        {
          type: 'output_media',
          id: 'ig_1',
          url: 'AAAA',
          mime_type: 'image/webp',
          media_type: 'image',
          provider_metadata: { size: '1024x1024', output_format: 'webp' },
        },
      ],
    )
  })

  test('MCP items', () => {
    const listed = { server_label: 'docs', tools: [{ name: 't', input_schema: {} }] }
    assert.deepEqual(
      blocks(
        { type: 'mcp_list_tools', id: 'mcpl_1', ...listed },
        {
          type: 'mcp_call',
          id: 'mcp_1',
          name: 't',
          server_label: 'docs',
          arguments: '{}',
          output: 'out',
          status: 'completed',
        },
        { type: 'mcp_approval_request', id: 'mcpr_1', name: 't', server_label: 'docs', arguments: '{}' },
      ),
      [
        { type: 'mcp_list_tools', id: 'mcpl_1', ...listed },
        { type: 'mcp_call', id: 'mcp_1', name: 't', server_label: 'docs', arguments: '{}', output: 'out' },
        { type: 'mcp_approval_request', id: 'mcpr_1', name: 't', server_label: 'docs', arguments: '{}' },
      ],
    )
  })

  test('shell and patch items', () => {
    const shell = {
      type: 'shell_call',
      id: 'sh_1',
      call_id: 'c1',
      action: { commands: ['ls'], max_output_length: null, timeout_ms: null },
      status: 'completed',
      environment: null,
    } satisfies Item
    const { environment: _, ...shown } = shell
    const patch = {
      type: 'apply_patch_call',
      id: 'ap_1',
      call_id: 'c2',
      operation: { type: 'delete_file', path: 'a' },
      status: 'completed',
    } satisfies Item
    const output = [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } } as const]
    assert.deepEqual(
      blocks(
        shell,
        {
          type: 'shell_call_output',
          id: 'so_1',
          call_id: 'c1',
          output,
          status: 'completed',
          max_output_length: null,
        },
        patch,
        { type: 'apply_patch_call_output', id: 'ao_1', call_id: 'c2', output: 'ok', status: 'completed' },
      ),
      [
        shown,
        { type: 'shell_call_output', id: 'so_1', call_id: 'c1', output, status: 'completed' },
        patch,
        { type: 'apply_patch_call_output', id: 'ao_1', call_id: 'c2', output: 'ok', status: 'completed' },
      ],
    )
  })

  test('a refusal, a custom tool call, an unknown item', () => {
    const reading = respond({ model: 'gpt-5', input: 'Hi' }, [
      {
        type: 'message',
        id: 'm',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'refusal', refusal: 'No' }],
      },
      { type: 'custom_tool_call', id: 'ct', call_id: 'c', name: 'sql', input: 'select 1' },
      {
        type: 'local_shell_call',
        id: 'ls',
        call_id: 'c',
        status: 'completed',
        action: { type: 'exec', command: ['ls'], env: {} },
      },
    ])
    assert.deepEqual(answer(reading).tool_calls?.[0]?.function, { name: 'sql', arguments: 'select 1' })
    assert.match(reading.outputText, /^No\n\{"type":"local_shell_call"/)
  })

  test('cached and reasoning tokens are part of the counts; an incomplete answer has its reason', () => {
    const reading = respond({ model: 'gpt-5', input: 'Hi' }, [messageItem('Yo')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage: {
        input_tokens: 50,
        input_tokens_details: { cached_tokens: 40, cache_write_tokens: 0 },
        output_tokens: 30,
        output_tokens_details: { reasoning_tokens: 20 },
        total_tokens: 80,
      } satisfies OpenAI.Responses.ResponseUsage,
    })
    assert.deepEqual(reading.usage, {
      inputTokens: 50,
      outputTokens: 30,
      cachedInputTokens: 40,
      reasoningTokens: 20,
    })
    assert.equal(reading.finishReason, 'max_output_tokens')
  })
})
