import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evenDecimals } from './even-decimals.ts'

test('labels of an axis have equally many decimals within a unit, and zero has none', () => {
  assert.deepEqual(evenDecimals(['$0', '$0.05', '$0.1', '$0.15']), ['$0', '$0.05', '$0.10', '$0.15'])
  assert.deepEqual(evenDecimals(['0 ms', '500 ms', '1 s', '1.5 s']), ['0 ms', '500 ms', '1.0 s', '1.5 s'])
  assert.deepEqual(evenDecimals(['1,000', '2,000']), ['1,000', '2,000'])
  assert.deepEqual(evenDecimals(['none', '2.5%']), ['none', '2.5%'])
})
