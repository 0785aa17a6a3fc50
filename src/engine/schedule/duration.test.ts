import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { secondsByBound } from './duration.ts'
import { growLimits, type Limits, maxConcurrency, startingLimits } from './limits.ts'

const work = { calls: 600, tokens: 60_000, milliseconds: 1_200_000 }
const rate = (perSecond: number) => ({ perSecond, step: 0, isFirstEstimate: false })

describe('the seconds of calls in a pool', () => {
  it('follow from the slots that an overload has left', () => {
    const limits: Limits = { ...startingLimits, isStarting: false, concurrency: 12 }
    assert.deepEqual(secondsByBound(limits, work), { slots: 100, requests: null, tokens: null })
  })

  it('follow from the rates that refusals have shown', () => {
    const limits: Limits = { ...startingLimits, requests: rate(4), tokens: rate(500) }
    const { requests, tokens } = secondsByBound(limits, work)
    assert.deepEqual([requests, tokens], [150, 120])
  })

  it('follow slots that grow until the first overload', () => {
    for (const seconds of [1, 50, 300, 5_000]) {
      let limits = startingLimits
      let [done, elapsed] = [0, 0]
      for (; done < seconds; elapsed += 0.001) {
        done += limits.concurrency * 0.001
        limits = growLimits(limits, elapsed * 1_000, 0.001, {
          bySlots: true,
          byRequests: false,
          byTokens: false,
        })
      }
      const { slots } = secondsByBound(startingLimits, { ...work, milliseconds: seconds * 1_000 })
      assert.ok(Math.abs(slots! - elapsed) < 0.01, `${slots} and ${elapsed} for ${seconds}`)
      assert.ok(limits.concurrency <= maxConcurrency)
    }
  })
})
