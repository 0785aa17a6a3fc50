import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { printsAs } from './prints-as.ts'

describe('numbers that a double prints unchanged', () => {
  for (const source of [
    ...['0.1', '1.10', '-0.0', '0.000', '1e3', '1.5E+300', '100.00e-2', '5e-324', '4.94e-324'],
    // The first two are one double, at its shortest and with 17 digits; the others are two shortest forms of
    // another.
    ...['0.30000000000000004', '0.10000000000000001', '5.684341886080802e-14', '5.684341886080801e-14'],
    '0.1000000000000000055511151231257827021181583404541015625',
  ])
    it(`is ${source}`, () => assert.ok(printsAs(Number(source), source)))

  for (const source of [
    ...[
      '123456789012345678901234567890.5',
      '9007199254740993.0',
      '1234567890123456.7',
      '1.234567890123456789',
    ],
    ...['0.12345678901234567890', '1e-400', '12345678901234567891e0', `0.${'1'.repeat(200)}`],
  ])
    it(`is not ${source.slice(0, 40)}`, () => assert.ok(!printsAs(Number(source), source)))

  it('is any double, however many digits it is written with', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 60 }),
        (value, digits) => {
          const short = value.toPrecision(digits)
          if (digits >= 17) assert.ok(printsAs(Number(short), short), short)
          assert.ok(printsAs(value, String(value)))
          assert.ok(printsAs(value, value.toExponential()))
        },
      ),
    )
  })
})
