import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgeNeed } from '../columns/need.ts'
import { ChatTemplate, FunctionTool } from '../template/blueprint/index.ts'
import {
  appendMessages,
  estimateTokens,
  functionNameOf,
  judgeTemperature,
  mcpResultText,
  offerMcpTools,
  unfenced,
  vectorsOf,
} from './index.ts'

const chat = (rest: object = {}) => ChatTemplate.parse({ type: 'chat', messages: [], ...rest })
const tool = (name: string) => FunctionTool.parse({ type: 'function', function: { name } })
const listed = (name: string) => ({ server: 1, name, description: '', inputSchema: { type: 'object' } })

for (const [provider, model, apiType, type, name] of [
  ['openai', 'gpt-5', null, 'chat', 'openai.chat.completions.create'],
  ['openai', 'gpt-5', 'responses', 'chat', 'openai.responses.create'],
  ['openai', 'davinci', 'chat-completions', 'completion', 'openai.completions.create'],
  ['openai', 'text-embedding-3-small', 'embeddings', 'completion', 'openai.embeddings.create'],
  ['openai.azure', 'ours', 'images', 'completion', 'openai.AzureOpenAI.images.generate'],
  ['vertexai', 'claude-opus-5-5', null, 'chat', 'anthropic.messages.create'],
  ['vertexai', 'gemini-2.5-flash', null, 'chat', 'google.convo.send_message'],
  ['amazon.bedrock', 'nova', null, 'chat', 'boto3.bedrock-runtime.converse'],
  ['mistral', 'mistral-large', null, 'chat', 'mistral.client.chat'],
  ['somebody', 'theirs', null, 'chat', 'somebody.chat.completions.create'],
] as const)
  test(`${provider} ${apiType ?? ''} ${type} of ${model} is ${name}`, () =>
    assert.equal(functionNameOf({ provider, model, apiType, type }), name))

test('tools of MCP servers get valid, unused names', () => {
  const { template, tools } = offerMcpTools(chat({ tools: [tool('look_up')] }), [
    listed('look.up'),
    listed('look up'),
    listed('x'.repeat(80)),
    listed('x'.repeat(90)),
    listed(''),
  ])
  const names = [...tools.keys()]
  assert.deepEqual(names, ['look_up_2', 'look_up_3', 'x'.repeat(64), `${'x'.repeat(62)}_2`, 'tool'])
  assert.equal(tools.get('look_up_2')!.name, 'look.up')
  assert.equal(template.tools?.length, 6)
})

for (const [text, read] of [
  ['```json\n{"a": 1}\n```', '{"a": 1}\n'],
  [' ```\r\n{}```\n', '{}'],
  ['{"a": "```\\n"}', '{"a": "```\\n"}'],
  ['```json {"a": 1}```', '```json {"a": 1}```'],
  ['Here it is:\n```json\n{}\n```', 'Here it is:\n```json\n{}\n```'],
  ['```', '```'],
] as const)
  test(`an answer in a code block: ${JSON.stringify(text)}`, () => assert.equal(unfenced(text), read))

test('a forced tool choice is dropped afterwards', () => {
  assert.equal(appendMessages(chat({ tool_choice: 'required' }), []).tool_choice, 'auto')
  assert.equal(appendMessages(chat({ tool_choice: 'none' }), []).tool_choice, 'none')
  assert.equal(appendMessages(chat(), []).tool_choice, null)
})

test('an estimate counts letters, each file once, and the output length that the template allows', () => {
  assert.deepEqual(estimateTokens({ max_tokens: 10 }), { inputTokens: 6, outputTokens: 10 })
  assert.equal(estimateTokens({ config: { maxOutputTokens: 7 }, n: 3 }).outputTokens, 21)
  const picture = `data:image/png;base64,${'A'.repeat(1_000_000)}`
  assert.ok(estimateTokens({ messages: [{ url: picture }] }).inputTokens < 2_000)
  assert.ok(estimateTokens({ messages: ['word '.repeat(1_000)] }).inputTokens > 1_600)
})

test('the result of an MCP tool becomes text', () => {
  const content = [
    { type: 'text', text: 'one' },
    { type: 'image', data: 'AAAA' },
    { type: 'text', text: 'two' },
  ]
  assert.equal(mcpResultText({ content, structuredContent: { a: 1 } }), 'one\n[image]\ntwo')
  assert.equal(mcpResultText({ content: [], structuredContent: { a: 1 } }), '{"a":1}')
  assert.equal(mcpResultText({ content: [], structuredContent: null }), '')
})

test('vectors are in the order of the texts, one for each, or null', () => {
  const data = [
    { index: 1, embedding: [2, 3] },
    { index: 0, embedding: [0, 1] },
  ]
  assert.deepEqual(vectorsOf({ data }, 2), [
    [0, 1],
    [2, 3],
  ])
  for (const broken of [{ data: data.slice(1) }, { data: [...data.slice(1), { index: 1 }] }, {}, null])
    assert.equal(vectorsOf(broken, 2), null)
})

test('a judge runs at temperature 0 unless it is repeated or its model accepts none', () => {
  const need: JudgeNeed = { kind: 'judge', system: '', user: '', schema: {} }
  const temperature = (name: string, more: Partial<JudgeNeed> = {}, parameters = {}) =>
    judgeTemperature({ ...need, ...more }, { provider: 'openai', name, parameters })
  const plain = ['gpt-4.1-mini', 'claude-opus-4-6', 'claude-sonnet-4-5', 'gemini-2.5-pro']
  assert.deepEqual(
    plain.map((name) => temperature(name)),
    [0, 0, 0, 0],
  )
  const own = [
    'o3',
    'gpt-5-mini',
    'gpt-6-pro',
    'openai/gpt-6',
    'claude-opus-4-7',
    'us.anthropic.claude-opus-5',
  ]
  assert.deepEqual(
    own.map((name) => temperature(name)),
    own.map(() => null),
  )
  assert.equal(temperature('gpt-4.1', { isRepeated: true }), null)
  assert.equal(temperature('gpt-4.1', {}, { temperature: 0.2 }), null)
})
