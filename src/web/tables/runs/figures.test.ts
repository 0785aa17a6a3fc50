import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rangeOfCount, rangeOfMoney, timeText } from './figures.ts'

describe('figures of a forecast', () => {
  it('are a likely one and a range, or one that is certain', () => {
    assert.deepEqual(rangeOfCount({ low: 900, likely: 1_000, high: 1_100.4 }), {
      likely: 'about 1,000',
      range: '900 to 1,100',
    })
    assert.deepEqual(rangeOfCount({ low: 5, likely: 5, high: 5 }), { likely: '5' })
    assert.deepEqual(rangeOfMoney({ low: '0', likely: '0', high: '0' }), { likely: '$0' })
    assert.equal(rangeOfMoney({ low: '0.001', likely: '0.00123', high: '2' }).likely, 'about $0.0012')
  })

  it('say times as people do', () => {
    assert.deepEqual([0.2, 45, 600, 9_000].map(timeText), ['under 1 s', '45 s', '10 min', '2.5 h'])
  })
})
