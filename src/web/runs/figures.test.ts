import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  atLeast,
  boundText,
  countText,
  numbersOf,
  orMore,
  rangeOf,
  type TimeBound,
  timeText,
} from './figures.ts'

describe('figures of a forecast', () => {
  it('are an estimate with its range, or one certain number', () => {
    assert.deepEqual(rangeOf({ low: 900, likely: 1_000, high: 1_100.4 }, countText), {
      likely: 'about 1,000',
      range: '900 to 1,100',
    })
    assert.deepEqual(rangeOf({ low: 5, likely: 5, high: 5 }, countText), { likely: '5' })
    assert.deepEqual(rangeOf({ low: 0.1, likely: 0.4, high: 3 }, timeText), {
      likely: 'Under 1 s',
      range: 'Under 1 s to 3 s',
    })
    assert.deepEqual(atLeast({ low: 5, likely: 8, high: 9 }, timeText), { likely: 'at least 8 s' })
    assert.equal(atLeast({ low: 0.1, likely: 0.4, high: 3 }, timeText), null)
    assert.deepEqual(orMore({ low: 0.1, likely: 0.4, high: 3 }, timeText), { likely: '1 s or more' })
    assert.deepEqual(orMore({ low: 5, likely: 8, high: 9 }, timeText), { likely: '8 s or more' })
    assert.deepEqual(numbersOf({ low: '0.001', likely: '0.0012', high: '2' }), {
      low: 0.001,
      likely: 0.0012,
      high: 2,
    })
  })

  it('name the limit that the time follows from', () => {
    const bound = (by: TimeBound['by'], limit: number, model: string | null = 'gpt-4o') =>
      boundText({ by, limit, model, is_learned: true })
    assert.match(
      boundText({ by: 'concurrent_calls', limit: 1_024, model: 'gpt-4o', is_learned: false }),
      /up to 1,024 calls at once\. With a provider that allows fewer/,
    )
    assert.match(bound('concurrent_calls', 12), /assumes the 12 calls at once that gpt-4o last allowed/)
    assert.match(bound('requests_per_second', 0.52), /the 0\.52 requests a second that/)
    assert.match(
      bound('requests_per_second', 1, null),
      /the 1 request a second that the provider last allowed/,
    )
    assert.match(bound('tokens_per_second', 41_234.5), /the 41,235 tokens a second/)
  })

  it('print times in words', () => {
    assert.deepEqual([0.2, 45, 600, 9_000].map(timeText), ['Under 1 s', '45 s', '10 min', '2.5 h'])
  })
})
