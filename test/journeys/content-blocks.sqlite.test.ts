import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { appOfSuite } from '../kit/app.ts'
import { logCall } from './support/requests.ts'
import { assertRefused, chat, publish, read, readRaw, tryPublish } from './support/templates.ts'

const citation = { start_index: 0, end_index: 4, cited_text: 'cite', title: 'T', url: 'https://x.test' }
const ids = { id: 'i', call_id: 'c', status: 'completed' }

/** Every kind of the reference in full, returned unchanged. */
const blocks = [
  {
    type: 'text',
    text: 'Hi',
    id: 't1',
    thought_signature: 'sig',
    annotations: [
      { type: 'url_citation', ...citation, encrypted_index: 'e' },
      { type: 'file_citation', index: 0, file_id: 'f', filename: 'f.txt' },
      { type: 'map_citation', ...citation, place_id: 'p' },
      {
        type: 'container_file_citation',
        container_id: 'c',
        start_index: 0,
        end_index: 1,
        filename: 'f',
        file_id: 'f',
      },
    ],
  },
  { type: 'thinking', thinking: 'Hm', signature: 's', id: null },
  { type: 'code', code: 'x = {1}', id: null, container_id: 'c', language: 'python' },
  { type: 'image_url', image_url: { url: 'https://x.test/a.png', detail: 'low' }, image_variable: null },
  { type: 'media', media: { title: 'm', type: 'application/pdf', url: 'JVBERi0=', format: 'base64' } },
  { type: 'media_variable', name: 'pictures' },
  {
    type: 'output_media',
    url: 'aGk=',
    id: null,
    mime_type: 'video/mp4',
    media_type: 'video',
    provider_metadata: { a: 1 },
  },
  { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
  {
    type: 'web_search_tool_result',
    tool_use_id: 's',
    content: [{ type: 'web_search_result', url: 'u', title: 't', encrypted_content: 'e', page_age: null }],
  },
  { type: 'code_execution_result', output: 'out', outcome: 'OUTCOME_FAILED' },
  { type: 'mcp_list_tools', id: 'm', server_label: 'l', tools: [{ name: 't' }], error: null },
  {
    type: 'mcp_call',
    id: 'm',
    name: 'n',
    server_label: 'l',
    arguments: '{}',
    output: null,
    error: { code: 1 },
    approval_request_id: 'a',
  },
  { type: 'mcp_approval_request', id: 'a', name: 'n', arguments: '{}', server_label: 'l' },
  { type: 'mcp_approval_response', approval_request_id: 'a', approve: false },
  { type: 'bash_code_execution_tool_result', tool_use_id: 'b', content: { stdout: 'x' } },
  { type: 'text_editor_code_execution_tool_result', tool_use_id: 'b', content: { lines: [1] } },
  { type: 'shell_call', ...ids, action: { command: 'ls' } },
  { type: 'shell_call_output', ...ids, output: [{ stdout: 'x' }] },
  { type: 'apply_patch_call', ...ids, operation: { path: 'x' } },
  { type: 'apply_patch_call_output', ...ids, output: 'done' },
]

describe('content blocks', () => {
  const app = appOfSuite()

  for (const block of blocks) {
    const marked = { ...block, cache_control: { type: 'ephemeral' } }
    it(`of type ${block.type} are returned unchanged, with unknown keys, from a template and a log`, async () => {
      const name = `block ${block.type}`
      const message = { role: 'assistant', content: [marked] }
      await publish(app.api, name, chat(message))
      const raw = await readRaw(app.api, name)
      assert.deepEqual(raw.prompt_template.messages[0].content, [marked])
      const { prompt_template } = await read(app.api, name, {})
      assert.deepEqual(prompt_template.messages[0].content, [marked])
      await publish(app.api, `${name} text`, { type: 'completion', content: [marked] })
      assert.deepEqual((await readRaw(app.api, `${name} text`)).prompt_template.content, [marked])
      const reply = await app.api.post(
        '/log-request',
        logCall({ input: chat(message), output: chat(message) }),
      )
      assert.equal(reply.status, 200)
      for (const stored of reply.body.prompt_version.prompt_template.messages)
        assert.deepEqual(stored.content, [marked])
    })
  }

  it('are filled with the defaults of the reference', async () => {
    const content = [
      { type: 'media', media: {} },
      { type: 'output_media', url: 'x' },
      { type: 'server_tool_use', id: 'i', name: 'n' },
      { type: 'code_execution_result', output: 'o' },
    ]
    await publish(app.api, 'defaults', chat({ role: 'assistant', content }))
    const [message] = (await readRaw(app.api, 'defaults')).prompt_template.messages
    assert.deepEqual(message.content, [
      { type: 'media', media: { title: 'media', type: 'image/jpeg', url: null, format: 'neither' } },
      {
        type: 'output_media',
        url: 'x',
        id: null,
        mime_type: 'image/png',
        media_type: 'image',
        provider_metadata: null,
      },
      { type: 'server_tool_use', id: 'i', name: 'n', input: {} },
      { type: 'code_execution_result', output: 'o', outcome: 'OUTCOME_OK' },
    ])
    assert.deepEqual([message.input_variables, message.template_format], [[], 'f-string'])
  })

  it('are refused without their required fields', async () => {
    const needs: [object, string][] = [
      [{ type: 'text' }, 'text'],
      [{ type: 'thinking' }, 'thinking'],
      [{ type: 'code' }, 'code'],
      [{ type: 'image_url', image_url: {} }, 'image_url.url'],
      [{ type: 'media' }, 'media'],
      [{ type: 'media_variable' }, 'name'],
      [{ type: 'output_media' }, 'url'],
      [{ type: 'server_tool_use', id: 'i' }, 'name'],
      [{ type: 'web_search_tool_result' }, 'tool_use_id'],
      [{ type: 'mcp_approval_response', approval_request_id: 'a' }, 'approve'],
    ]
    for (const [block, field] of needs) {
      const reply = await tryPublish(app.api, 'refused', chat({ role: 'user', content: [block] }))
      assertRefused(reply, 422, `body.prompt_version.prompt_template.messages.0.content.0.${field}`)
    }
  })

  it('that name a variable are filled by it', async () => {
    const content = [
      { type: 'media_variable', name: 'pictures' },
      { type: 'image_url', image_url: { url: 'https://x.test/{file}.png' } },
    ]
    const published = await publish(app.api, 'pictured', chat({ role: 'user', content }))
    assert.deepEqual(published.prompt_template.input_variables, ['pictures', 'file'])
    const pictures = ['https://x.test/1.png', 'https://x.test/2.png']
    const { prompt_template } = await read(app.api, 'pictured', {
      input_variables: { pictures, file: 'three' },
    })
    const urls = prompt_template.messages[0].content.map(
      (block: { image_url: { url: string } }) => block.image_url.url,
    )
    assert.deepEqual(urls, [...pictures, 'https://x.test/three.png'])
  })
})
