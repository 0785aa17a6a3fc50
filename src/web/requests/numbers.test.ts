import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText, duration, money } from './numbers.ts'
import { requestTokens, tokensText } from './tokens.ts'

test('numbers differ by shares', () => {
  assert.deepEqual(
    [changeText(100, 150), changeText(100, 99), changeText(5, 5), changeText(0, 5), changeText(1e4, 9_999)],
    ['+50%', '−1%', 'same', 'new', '−<0.1%'],
  )
  assert.deepEqual(
    [changeText(4, 60_603), changeText(10, 99), changeText(10, 100)],
    ['×15,151', '+890%', '×10'],
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

test('durations have two units from a minute on', () => {
  assert.deepEqual(
    [0.4, 999, 1_234, 59_990, 60_000, 95_320, 3_600_000, 7_500_000, 90_000_000].map(duration),
    ['0 ms', '999 ms', '1.23 s', '59.99 s', '1 min', '1 min 35 s', '1 h', '2 h 5 min', '25 h'],
  )
})

test('a call that reported no tokens shows none', () => {
  assert.deepEqual([tokensText(0, 0), tokensText(1_200, 0), tokensText(3, 40)], ['–', '1,200 / 0', '3 / 40'])
})

test('a count that a call did not report is a dash', () => {
  const texts = (
    [
      [1_200, 0, 'no_usage'],
      [0, 40, 'no_usage'],
      [7, 0, 'computed'],
      [0, 0, 'no_usage'],
    ] as const
  ).map(([input_tokens, output_tokens, price_source]) =>
    requestTokens({ input_tokens, output_tokens, price_source }),
  )
  assert.deepEqual(texts, ['1,200 / –', '– / 40', '7 / 0', '–'])
})
