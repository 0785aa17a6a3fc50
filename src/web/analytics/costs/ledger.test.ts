import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, type Ledger, modelsOf } from './ledger.ts'

const entry = (day: string, model: string, cost: string, unknown = 0) => ({
  day,
  provider: 'openai',
  model,
  requests: 2,
  input_tokens: 10,
  output_tokens: 5,
  cost,
  given_cost: '0',
  given_requests: 0,
  unknown_model_requests: unknown,
  no_usage_requests: 0,
})
const ledger = {
  entries: [
    entry('2026-11-19', 'a', '1.5'),
    entry('2026-11-20', 'b', '4'),
    entry('2026-11-20', 'a', '1'),
    entry('2026-11-20', 'none', '0', 2),
  ],
} as unknown as Ledger

test('days of a model are put together, the most expensive first', () => {
  assert.deepEqual(
    modelsOf(ledger).map(({ model, cost, requests, tokens, unpriced }) => [
      model,
      cost,
      requests,
      tokens,
      unpriced,
    ]),
    [
      ['b', 4, 2, 15, 0],
      ['a', 2.5, 4, 30, 0],
      ['none', 0, 2, 15, 2],
    ],
  )
})

test('each day has one cost', () => {
  const { times, costs } = daysOf(ledger)
  assert.deepEqual(costs, [1.5, 5])
  assert.equal(times[1]! - times[0]!, 86_400)
})
