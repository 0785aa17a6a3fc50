import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { atLeast, countText, numbersOf, rangeOf, timeText } from './figures.ts'

describe('figures of a forecast', () => {
  it('are a likely one and a range, or one that is certain', () => {
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
    assert.deepEqual(numbersOf({ low: '0.001', likely: '0.0012', high: '2' }), {
      low: 0.001,
      likely: 0.0012,
      high: 2,
    })
  })

  it('say times as people do', () => {
    assert.deepEqual([0.2, 45, 600, 9_000].map(timeText), ['Under 1 s', '45 s', '10 min', '2.5 h'])
  })
})
