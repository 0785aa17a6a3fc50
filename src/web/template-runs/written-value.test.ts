import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isMissing,
  problemOf,
  readValues,
  textOf,
  valueAt,
  valuesOf,
  withKind,
  writtenOf,
} from './written-value.ts'

test('text is sent as typed, JSON parsed, an empty field as an empty text', () => {
  const values = { name: 'Ada', count: '3', items: { json: '[1, {"a": null}]' }, later: { json: ' ' } }
  assert.deepEqual(readValues(valuesOf([...Object.keys(values), 'unheard', 'constructor'], values)), {
    name: 'Ada',
    count: '3',
    items: [1, { a: null }],
    later: ' ',
    unheard: '',
    constructor: '',
  })
})

test('a value from another screen is a text or JSON, and is returned unchanged', () => {
  for (const value of ['Ada', '', 3, true, null, [1], { a: 'b' }])
    assert.deepEqual(readValues({ x: writtenOf(value) }), { x: value })
})

test('invalid JSON is reported, text never', () => {
  assert.equal(problemOf('{'), null)
  assert.equal(problemOf({ json: '' }), null)
  assert.match(problemOf({ json: '{' })!, /JSON/)
})

test('the typed text stays when the type changes', () => {
  assert.deepEqual(withKind('[1]', 'json'), { json: '[1]' })
  assert.equal(withKind({ json: '[1]' }, 'text'), '[1]')
  assert.equal(textOf(undefined), '')
  assert.ok(isMissing(undefined))
  assert.ok(!isMissing({ json: '0' }))
})

test('a name that every object has is no value', () => {
  assert.equal(valueAt({}, 'toString'), undefined)
})
