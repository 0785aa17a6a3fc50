import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inputsFrom, textsOf } from './inputs-from.ts'

it('entered inputs are parsed by their types', () => {
  const inputs = { topic: 'string', count: 'number', items: 'array', odd: 'whatever', empty: 'object' }
  const { values, problems } = inputsFrom(inputs, { topic: '3', count: '3', items: '[1', odd: 'x' })
  assert.deepEqual(values, { topic: '3', count: 3, odd: 'x' })
  assert.deepEqual(Object.keys(problems), ['items'])
})

it('the values of a run become the texts that give them again', () => {
  const inputs = { topic: 'string', count: 'number', items: 'array' }
  const values = { topic: '3', count: 3, items: [1, 'a'] }
  assert.deepEqual(inputsFrom(inputs, textsOf(values)).values, values)
})
