import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChatTemplate, CompletionTemplate } from '../template/blueprint/index.ts'
import { nextTurn } from './turn.ts'

const call = (name: string) => ({ id: name, type: 'function', function: { name, arguments: '{}' } })
const chatOf = (...messages: object[]) =>
  ChatTemplate.parse({
    type: 'chat',
    messages: messages.map((message) => ({ role: 'assistant', ...message })),
  })
const words = { content: [{ type: 'text', text: 'Hello.' }] }
const ours = { isExecutable: (name: string) => name.startsWith('our'), modelCalls: 1 }
const stop = (reason: string) => ({ kind: 'stop', reason })

test('an answer without tool calls ends the run', () => {
  assert.deepEqual(nextTurn(chatOf(words), ours), stop('answered'))
  assert.deepEqual(nextTurn(chatOf({ ...words, tool_calls: [] }), ours), stop('answered'))
  assert.deepEqual(
    nextTurn(CompletionTemplate.parse({ type: 'completion', content: [] }), ours),
    stop('answered'),
  )
})

test('tool calls run if all of them can run', () => {
  const turn = nextTurn(chatOf({ tool_calls: [call('our a'), call('our b')] }), ours)
  assert.deepEqual(turn.kind === 'tools' && turn.calls.map(({ id }) => id), ['our a', 'our b'])
  const mixed = chatOf({ tool_calls: [call('our a'), call('theirs')] })
  assert.deepEqual(nextTurn(mixed, ours), stop('tool_calls'))
  assert.deepEqual(
    nextTurn(chatOf({ function_call: { name: 'our a', arguments: '' } }), ours),
    stop('tool_calls'),
  )
})

test('an answer with several choices ends the run', () => {
  assert.deepEqual(nextTurn(chatOf({ tool_calls: [call('our a')] }, words), ours), stop('tool_calls'))
})

test('no tool runs after the tenth model call', () => {
  const asking = chatOf({ tool_calls: [call('our a')] })
  assert.equal(nextTurn(asking, { ...ours, modelCalls: 9 }).kind, 'tools')
  assert.deepEqual(nextTurn(asking, { ...ours, modelCalls: 10 }), stop('call_limit'))
})

test('too many tool calls in one turn end the run', () => {
  const tool_calls = Array.from({ length: 129 }, () => call('our a'))
  assert.deepEqual(nextTurn(chatOf({ tool_calls }), ours), stop('tool_calls'))
})
