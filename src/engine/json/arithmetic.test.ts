import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exactPower, exactResult } from './arithmetic.ts'
import { type JsonNumber, NumberOutOfRange, readNumeral } from './exact-number.ts'

const text = (value: JsonNumber | null) => String(value)

for (const [operator, left, right, expected] of [
  ['+', '9007199254740993', '0.5', '9007199254740993.5'],
  ['-', '9007199254740993', '9007199254740992', '1'],
  ['*', '3037000500', '3037000500', '9223372037000250000'],
  ['*', '0.1000000000000000055', '2', '0.200000000000000011'],
  ['%', '-9007199254740993', '10', '7'],
  ['%', '9007199254740993', '-10', '-7'],
  ['+', '-9007199254740993', '9007199254740993', '0'],
] as const)
  test(`${left} ${operator} ${right}`, () =>
    assert.equal(text(exactResult(operator, readNumeral(left), readNumeral(right))), expected))

test('powers', () => {
  assert.equal(text(exactPower(3, 40)), '12157665459056928801')
  assert.equal(text(exactPower(-1, readNumeral('9007199254740993'))), '-1')
})

test('a result with too many digits, and one beyond the range', () => {
  assert.equal(exactResult('+', readNumeral('1e-4999'), 1e308), null)
  assert.throws(() => exactResult('*', 1e308, readNumeral('9007199254740993')), NumberOutOfRange)
})

test('whole numbers are calculated as BigInt does', () => {
  const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const [left, right] = [readNumeral(`${one}`), readNumeral(`${other}`)]
      assert.equal(text(exactResult('+', left, right)), `${one + other}`)
      assert.equal(text(exactResult('-', left, right)), `${one - other}`)
      assert.equal(text(exactResult('*', left, right)), `${one * other}`)
    }),
  )
})
