import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultColumns } from './default-columns.ts'

const columns = ['text', 'category', 'Plan'].map((title) => ({ id: title, title }))
const defaults = (variables: string[], mapping = {}, candidates = columns) =>
  defaultColumns(variables, mapping, candidates, columns)

test('variables read the columns of their name, and a single variable without one reads the first other column', () => {
  assert.deepEqual(defaults(['plan', 'ticket']), [
    ['plan', 'Plan'],
    ['ticket', 'text'],
  ])
  assert.deepEqual(defaults(['text', 'ticket']), [
    ['text', 'text'],
    ['ticket', 'category'],
  ])
})

test('two variables without columns of their name, an existing mapping, and a loop get no default', () => {
  assert.deepEqual(defaults(['ticket', 'order', 'plan']), [['plan', 'Plan']])
  assert.deepEqual(defaults(['ticket'], { plan: 'Plan' }), [])
  assert.deepEqual(defaults(['ticket'], {}, []), [])
})
