import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, type Ledger, modelsOf, sourcesOf, sumsByDay } from './ledger.ts'

const entry = (day: string, model: string, cost: string, unknown = 0) => ({
  day,
  provider: 'openai',
  model,
  requests: 2,
  input_tokens: 10,
  output_tokens: 5,
  uncounted_requests: unknown,
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
  sources: [
    { day: '2026-11-19', source: 'app', requests: 2, cost: '1.5', unpriced_requests: 0 },
    { day: '2026-11-20', source: 'app', requests: 2, cost: '1', unpriced_requests: 2 },
    { day: '2026-11-20', source: 'evaluation', requests: 4, cost: '4', unpriced_requests: 0 },
  ],
} as unknown as Ledger

test('days of a model are put together, the most expensive first', () => {
  assert.deepEqual(
    modelsOf(ledger).map(({ model, cost, requests, tokens, uncounted, unpriced }) => [
      model,
      cost,
      requests,
      tokens,
      uncounted,
      unpriced,
    ]),
    [
      ['b', 4, 2, 15, 0, 0],
      ['a', 2.5, 4, 30, 0, 0],
      ['none', 0, 2, 15, 2, 2],
    ],
  )
})

test('each source has its own cost, over all days and on each', () => {
  assert.deepEqual(
    sourcesOf(ledger).map((source) => Object.values(source)),
    [
      ['app', 4, 2.5, 2],
      ['evaluation', 4, 4, 0],
    ],
  )
  const { times, costs } = daysOf(ledger)
  assert.deepEqual(costs, [
    { source: 'app', values: [1.5, 1] },
    { source: 'evaluation', values: [0, 4] },
  ])
  assert.equal(times[1]! - times[0]!, 86_400)
})

test('the sums of a day are those of all its sources, and the day begins at local midnight', () => {
  assert.deepEqual(
    [...sumsByDay(ledger)],
    [
      [new Date(2026, 10, 19).getTime() / 1000, { requests: 2, cost: 1.5, unpriced: 0 }],
      [new Date(2026, 10, 20).getTime() / 1000, { requests: 6, cost: 5, unpriced: 2 }],
    ],
  )
})
