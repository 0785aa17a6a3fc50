import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysOf, type Ledger, modelsOf, shownTime, sourcesOf, utcTime } from './ledger.ts'

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

test('a UTC day is shown as a local day, and its times become UTC again', () => {
  const zone = process.env['TZ']
  try {
    for (const TZ of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']) {
      process.env['TZ'] = TZ
      for (const day of ['2026-03-29', '2026-11-24']) {
        const midnight = Date.parse(`${day}T00:00:00Z`)
        const shown = new Date(shownTime(midnight))
        assert.deepEqual([shown.getDate(), shown.getHours()], [Number(day.slice(-2)), 0])
        assert.equal(utcTime(shown.getTime()), midnight)
      }
    }
  } finally {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  }
})
