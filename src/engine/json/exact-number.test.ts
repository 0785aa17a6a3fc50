import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonical } from './canonical.ts'
import { decimalOf } from './decimal.ts'
import { ExactNumber, isWhole, NumberOutOfRange, numberKey, orderOfNumbers } from './exact-number.ts'
import { jsonEqual } from './json-equal.ts'
import { parseExact } from './parse-exact.ts'

const printed = (text: string) => JSON.stringify(parseExact(text))

describe('numbers that a double would change keep their digits', () => {
  for (const text of [
    '{"id":9007199254740993}',
    '[-9007199254740993,9007199254740991,100000000000000000000]',
    '[0.1000000000000000055511151231257827,0.1,1e-400]',
    '"9007199254740993"',
    '{"a":"\\"9007199254740993\\\\","b":9007199254740993}',
    '123456789012345678901234567890.5',
    '{"1":{"a":[9007199254740995]},"__proto__":9007199254740993}',
    `[${'1234567890'.repeat(30)}]`,
  ])
    test(text.slice(0, 60), () => assert.equal(printed(text), text))

  test('numbers that a double represents become doubles in any spelling', () => {
    const text = '[1.0000000000000000000, 1e2, 1.5e300, 1e+308, 0.000000000000000000, -0, 9007199254740991]'
    assert.deepEqual(parseExact(text), [1, 100, 1.5e300, 1e308, 0, -0, 9007199254740991])
  })

  test('the later of two equal keys wins', () => {
    assert.equal(printed('{"a":9007199254740993,"a":9007199254740995}'), '{"a":9007199254740995}')
    assert.equal(printed('{"a":9007199254740993,"a":1}'), '{"a":1}')
  })

  test('parses texts that nest deeper than the stack allows', () => {
    const deep = `${'['.repeat(1e5)}9007199254740993${']'.repeat(1e5)}`
    assert.ok(Array.isArray(parseExact(deep)))
  })
})

describe('refused', () => {
  for (const text of ['[1e999]', `[${'9'.repeat(400)}]`, `[0.${'1'.repeat(5_000)}]`, '[1e-99999]'])
    test(text.slice(0, 40), () => assert.throws(() => parseExact(text), NumberOutOfRange))

  for (const text of [
    '[01234567890123456789]',
    '[--12345678901234567890]',
    '[12345678901234567890.]',
    '{"a":12345678901234567890',
  ])
    test(text, () => {
      assert.throws(() => parseExact(text), SyntaxError)
    })
})

test('numbers are equal in any spelling', () => {
  const [id, next] = [new ExactNumber('9007199254740993'), new ExactNumber('9007199254740992')]
  assert.equal(jsonEqual([id], [new ExactNumber('9007199254740993.0')]), true)
  assert.equal(jsonEqual([id], [next]), false)
  assert.equal(jsonEqual(new ExactNumber('100000000000000000000'), 1e20), true)
  assert.equal(jsonEqual(id, '9007199254740993'), false)
  assert.equal(
    numberKey(new ExactNumber('9007199254740993')),
    numberKey(new ExactNumber('9.007199254740993e15')),
  )
  assert.equal(canonical({ a: new ExactNumber('100000000000000000000') }), canonical({ a: 1e20 }))
  assert.notEqual(canonical(id), canonical(next))
  assert.equal(isWhole(new ExactNumber('9007199254740993.0')), true)
  assert.equal(isWhole(new ExactNumber('9007199254740993.5')), false)
})

const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(''))
const numeral = fc
  .tuple(
    fc.boolean(),
    fc.constantFrom('0', '7', '90'),
    digits(0, 30),
    digits(0, 30),
    fc.integer({ min: -60, max: 60 }),
    fc.boolean(),
  )
  .map(
    ([negative, first, more, fraction, exponent, powered]) =>
      `${negative ? '-' : ''}${first === '0' ? first : first + more}${fraction && `.${fraction}`}${powered ? `e${exponent}` : ''}`,
  )
const json: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    numeral,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'null', '"9007199254740993"'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(
        fc.tuple(
          fc.string().filter((key) => !/^\d+$/.test(key)),
          tie('value'),
        ),
        { maxLength: 4, selector: ([key]) => key },
      )
      .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
})).value

/** Leaves strings as they are and writes numbers as sign, digits and power. */
const normal = (text: string) =>
  text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => {
    if (token.startsWith('"')) return token
    const { sign, digits, power } = decimalOf(token)
    return `${sign}|${digits}|${digits && power}`
  })

test('parsed numbers print with the same digits', () => {
  fc.assert(
    fc.property(json, (text) => assert.equal(normal(printed(text)), normal(text))),
    { numRuns: 500 },
  )
})

test('numbers have the order of BigInts at any size', () => {
  const whole = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })
  fc.assert(
    fc.property(whole, fc.bigInt({ min: -3n, max: 3n }), (one, step) => {
      const order = orderOfNumbers(parseExact(`${one}`) as number, parseExact(`${one + step}`) as number)
      assert.equal(Math.sign(order), step === 0n ? 0 : step > 0n ? -1 : 1)
    }),
  )
})
