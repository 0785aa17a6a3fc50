import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answer, messages, outline, readCall, withoutNulls } from '../reading.cases.ts'

const converse = (kwargs: Record<string, unknown>, content: unknown = []) =>
  readCall({
    providerType: 'amazon.bedrock',
    functionName: 'boto3.bedrock-runtime.converse',
    kwargs: { modelId: 'amazon.nova-pro-v1:0', ...kwargs },
    response: {
      ResponseMetadata: {},
      output: { message: { role: 'assistant', content } },
      stopReason: 'tool_use',
      usage: {
        inputTokens: 10,
        outputTokens: 5,
        totalTokens: 15,
        cacheReadInputTokens: 100,
        cacheWriteInputTokens: 7,
      },
    },
  })

describe('amazon bedrock converse', () => {
  test('a conversation with a tool', () => {
    const reading = converse(
      {
        system: [{ text: 'Be brief' }, { cachePoint: { type: 'default' } }],
        messages: [
          { role: 'user', content: [{ text: 'Weather?' }] },
          {
            role: 'assistant',
            content: [{ toolUse: { toolUseId: 't1', name: 'weather', input: { city: 'Rome' } } }],
          },
          {
            role: 'user',
            content: [{ toolResult: { toolUseId: 't1', status: 'error', content: [{ json: { c: 21 } }] } }],
          },
        ],
        inferenceConfig: { maxTokens: 64 },
        toolConfig: {
          tools: [
            { toolSpec: { name: 'weather', inputSchema: { json: { type: 'object' } } } },
            { cachePoint: { type: 'default' } },
          ],
          toolChoice: { any: {} },
        },
      },
      [
        { reasoningContent: { reasoningText: { text: 'hm', signature: 'sig' } } },
        { text: 'Looking' },
        { toolUse: { toolUseId: 't2', name: 'weather', input: {} } },
      ],
    )
    assert.deepEqual(outline(reading.template), [
      'system: Be brief',
      'user: Weather?',
      'assistant: ',
      'tool: {"c":21}',
      'assistant: <thinking>|Looking',
    ])
    assert.deepEqual(answer(reading).tool_calls?.[0], {
      id: 't2',
      type: 'function',
      function: { name: 'weather', arguments: '{}' },
      tool_id: null,
    })
    assert.equal(messages(reading.input)[3]?.['is_error'], true)
    assert.ok(reading.template.type === 'chat')
    assert.equal(reading.template.tool_choice, 'required')
    assert.deepEqual(reading.template.tools, [
      {
        type: 'function',
        function: { name: 'weather', description: '', parameters: { type: 'object' }, strict: false },
      },
    ])
    assert.deepEqual(reading.parameters, {
      inferenceConfig: { maxTokens: 64 },
      toolConfig: { tools: [{ cachePoint: { type: 'default' } }] },
    })
  })

  test('images, documents, and unknown parts', () => {
    const reading = converse({
      messages: [
        {
          role: 'user',
          content: [
            { image: { format: 'png', source: { bytes: 'AAAA' } } },
            { document: { format: 'pdf', name: 'a', source: { s3Location: { uri: 's3://b/a.pdf' } } } },
            { image: { format: 'png', source: { bytes: { 0: 1 } } } },
            { novelty: 1 },
          ],
        },
      ],
    })
    assert.deepEqual(withoutNulls(messages(reading.input)[0]?.content), [
      { type: 'media', media: { title: 'media', type: 'image/png', url: 'AAAA', format: 'base64' } },
      { type: 'media', media: { title: 'a', type: 'application/pdf', url: 's3://b/a.pdf', format: 'url' } },
      { type: 'media', media: { title: 'media', type: 'image/png', url: null, format: 'neither' } },
      { type: 'text', text: '{"novelty":1}' },
    ])
  })

  test('AWS credentials are left out of the parameters', () => {
    const keys = { aws_access_key: 'a', aws_secret_key: 'b', aws_session_token: 'c', aws_region: 'eu-west-1' }
    assert.deepEqual(converse({ messages: [], ...keys }).parameters, { aws_region: 'eu-west-1' })
  })
})
