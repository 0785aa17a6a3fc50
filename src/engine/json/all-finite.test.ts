import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllFinite } from './all-finite.ts'

const long = '9'.repeat(400)
for (const [text, finite] of [
  ['{"a":[1,"1e999",1e308]}', true],
  ['1e999', false],
  ['{"a":{"b":[-1E+999]}}', false],
  [`[${'1,'.repeat(150)}${long}]`, false],
  [`"${long}"`, true],
  [`[${'9'.repeat(199)}]`, true],
  ['[1e-999, 0]', true],
] as const)
  test(`${text.slice(0, 40)} is ${finite ? '' : 'not '}all finite`, () =>
    assert.equal(isAllFinite(text, JSON.parse(text)), finite))

test('texts that nest deeper than the stack are read', () => {
  const deep = `${'['.repeat(1e6)}1e99${']'.repeat(1e6)}`
  assert.equal(isAllFinite(deep, JSON.parse(deep)), true)
})
