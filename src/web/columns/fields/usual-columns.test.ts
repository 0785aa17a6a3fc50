import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualColumns } from './usual-columns.ts'

const columns = ['text', 'category', 'Plan'].map((title) => ({ id: title, title }))
const usual = (variables: string[], mapping = {}, unnamed = columns) =>
  usualColumns(variables, mapping, unnamed, columns)

test('variables read the columns of their name, and a single one without a namesake reads the first other column', () => {
  assert.deepEqual(usual(['plan', 'ticket']), [
    ['plan', 'Plan'],
    ['ticket', 'text'],
  ])
  assert.deepEqual(usual(['text', 'ticket']), [
    ['text', 'text'],
    ['ticket', 'category'],
  ])
})

test('two variables without namesakes, a mapping that exists, and a loop leave the choice to the person', () => {
  assert.deepEqual(usual(['ticket', 'order', 'plan']), [['plan', 'Plan']])
  assert.deepEqual(usual(['ticket'], { plan: 'Plan' }), [])
  assert.deepEqual(usual(['ticket'], {}, []), [])
})
