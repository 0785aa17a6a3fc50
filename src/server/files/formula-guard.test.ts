import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { guardFormula, withoutGuard } from './formula-guard.ts'

for (const [text, guarded] of [
  ['=1+1', "'=1+1"],
  ['+x', "'+x"],
  ['-x', "'-x"],
  ['@x', "'@x"],
  ['\t=x', "'\t=x"],
  ['\r=x', "'\r=x"],
  ["'=x", "''=x"],
  ['-5', '-5'],
  ['+1.5e-3', '+1.5e-3'],
  ['-.5', '-.5'],
  ['a=b', 'a=b'],
  ["'a", "'a"],
  ['', ''],
] as const)
  test(`${JSON.stringify(text)} goes out as ${JSON.stringify(guarded)}`, () =>
    assert.equal(guardFormula(text), guarded))

test('guarded texts are restored', () => {
  const text = fc.string({ unit: fc.constantFrom(...`'=+-@\t\r\n1.ea`) })
  fc.assert(fc.property(text, (one) => assert.equal(withoutGuard(guardFormula(one)), one)))
})
