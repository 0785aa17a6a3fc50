import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Run } from '../template-runs/forms.ts'
import { answerText } from './answer-text.ts'

const call = { id: '1', type: 'function', function: { name: 'find_order', arguments: '{"order_id":4711}' } }

const done = (answer: object) =>
  ({ state: 'done', answer: { structured_output: null, text: '', ...answer } }) as unknown as Run

it('an answer that only calls tools has their names and arguments as its text', () => {
  const output = [{ role: 'assistant', content: [], tool_calls: [call] }]
  assert.equal(answerText(done({ output })), 'find_order({"order_id":4711})')
})

it('an answer without text and calls is empty, so that no scorer finds a word in it', () => {
  assert.equal(answerText(done({ output: [{ role: 'assistant', content: [], tool_calls: null }] })), '')
  assert.equal(answerText(done({ output: [] })), '')
})
