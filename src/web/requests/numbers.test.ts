import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, money } from './numbers.ts'

test('numbers differ by shares', () => {
  assert.deepEqual(
    [changeText(100, 150), changeText(100, 99), changeText(5, 5), changeText(0, 5)],
    ['+50%', '−1%', 'same', 'new'],
  )
})

test('money has whole cents from 10 cents on, and two significant digits below', () => {
  assert.deepEqual([0, 0.1, 0.738, 1234.5, 0.031, 0.005, 0.000058].map(money), [
    '$0',
    '$0.10',
    '$0.74',
    '$1,234.50',
    '$0.031',
    '$0.005',
    '$0.000058',
  ])
})
