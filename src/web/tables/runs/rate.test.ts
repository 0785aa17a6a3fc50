import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rateOf, type Sample, withSample } from './rate.ts'

const all = (...samples: readonly Sample[]) => samples.reduce<readonly Sample[]>(withSample, [])

describe('the rate of a run', () => {
  it('is not told from too little', () => {
    assert.equal(rateOf(all({ at: 0, done: 0 })), null)
    assert.equal(rateOf(all({ at: 0, done: 0 }, { at: 500, done: 9 })), null)
    assert.equal(rateOf(all({ at: 0, done: 3 }, { at: 5_000, done: 3 })), null)
  })

  it('is of the last seconds alone', () => {
    const samples = all({ at: 0, done: 0 }, { at: 30_000, done: 100 }, { at: 40_000, done: 600 })
    assert.equal(rateOf(samples), 50)
  })

  it('begins anew with the next run', () => {
    assert.deepEqual(all({ at: 0, done: 50 }, { at: 10, done: 2 }), [{ at: 10, done: 2 }])
  })
})
