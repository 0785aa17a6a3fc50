import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortNumber } from './short-number.ts'

test('long fractions are cut, other texts are kept', () => {
  assert.equal(shortNumber('0.045454545454545456'), '0.04545')
  assert.equal(shortNumber('-12.3456789012'), '-12.3457')
  for (const text of ['0.05', '12', '1234567890123456789', '3.14159', 'v1.23456789', '', '1.5e-7'])
    assert.equal(shortNumber(text), text)
})
