import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairItems } from './pair-items.ts'

const message = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] })
const [system, hello, question, answer] = [
  message('system', 'You help.'),
  message('user', 'Hello'),
  message('user', 'A question'),
  message('assistant', 'An answer'),
]
const brief = (left: readonly object[], right: readonly object[]) =>
  pairItems(left, right).map(({ kind, from, to }) => `${kind} ${from ?? '-'} ${to ?? '-'}`)

test('items of equal lists are unchanged', () => {
  assert.deepEqual(brief([system, hello], structuredClone([system, hello])), ['same 1 1', 'same 2 2'])
})

test('a changed item is paired with its state in the first list', () => {
  assert.deepEqual(brief([system, hello], [message('system', 'You help much.'), hello]), [
    'changed 1 1',
    'same 2 2',
  ])
})

test('added and removed items are at their positions', () => {
  assert.deepEqual(brief([system, hello], [system, answer, hello]), ['same 1 1', 'added - 2', 'same 2 3'])
  assert.deepEqual(brief([system, answer, hello], [system, hello]), ['same 1 1', 'removed 2 -', 'same 3 2'])
  assert.deepEqual(brief([system, answer], []), ['removed 1 -', 'removed 2 -'])
})

test('an item at another position has moved, also if a list has it twice', () => {
  assert.deepEqual(brief([system, answer, question], [answer, system, question]), [
    'same 2 1',
    'moved 1 2',
    'same 3 3',
  ])
  assert.deepEqual(brief([hello, answer], [answer, hello, hello]), ['same 2 1', 'moved 1 2', 'added - 3'])
})
