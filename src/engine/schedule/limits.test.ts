import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backedOff, grown, hinted, overloaded, type Refused, startingLimits } from './limits.ts'

const refused: Refused = {
  now: 10_000,
  startedAt: 9_900,
  retryAfter: null,
  requestsPerSecond: 100,
  tokensPerSecond: 5000,
  of: 'requests',
}
const held = { bySlots: true, byRequests: true, byTokens: true }

test('the first refusal tells the rate; calls that were under way with it tell nothing new', () => {
  const once = backedOff(startingLimits, refused)
  assert.equal(once.requests?.perSecond, 98)
  assert.equal(once.tokens, null)
  assert.deepEqual(backedOff(once, { ...refused, now: 10_050, startedAt: 9_950 }), {
    ...once,
    pausedUntil: 10_050,
  })
  const twice = backedOff(once, { ...refused, now: 11_000, startedAt: 10_500 })
  assert.equal(twice.requests?.perSecond, 98 * 0.95)
})

test('a rate falls by a twentieth at least and by half at most', () => {
  const once = backedOff(startingLimits, refused)
  const next = { ...refused, now: 12_000, startedAt: 11_000 }
  assert.equal(backedOff(once, { ...next, requestsPerSecond: 1000 }).requests?.perSecond, 98 * 0.95)
  assert.equal(backedOff(once, { ...next, requestsPerSecond: 0 }).requests?.perSecond, 49)
})

test('what ran out is what falls', () => {
  const limits = backedOff(startingLimits, { ...refused, of: 'tokens' })
  assert.deepEqual([limits.requests, limits.tokens?.perSecond], [null, 4900])
})

test('a Retry-After holds, whenever the call began, and a shorter one does not end it', () => {
  const long = backedOff(startingLimits, { ...refused, retryAfter: 5_000 })
  assert.equal(long.pausedUntil, 15_000)
  assert.equal(backedOff(long, { ...refused, retryAfter: 1_000 }).pausedUntil, 15_000)
  assert.equal(backedOff(long, { ...refused, retryAfter: 9_000 }).pausedUntil, 19_000)
  assert.equal(grown(long, 12_000, 1, held), long)
})

test('only what held calls back grows, and faster the longer all is quiet', () => {
  const limits = backedOff(startingLimits, refused)
  const idle = { bySlots: false, byRequests: false, byTokens: false }
  assert.equal(grown(limits, 11_000, 1, idle).requests?.perSecond, 98)
  const soon = grown(limits, 10_000, 1, held).requests!.perSecond - 98
  const later = grown(limits, 30_000, 1, held).requests!.perSecond - 98
  assert.ok(Math.abs(soon - 1.96) < 1e-9 && Math.abs(later - 4 * 1.96) < 1e-9)
})

test('calls at once double each half second until the first overload, and halve when the provider is overloaded', () => {
  assert.equal(grown(startingLimits, 1000, 0.5, held).concurrency, 32)
  const limits = overloaded(startingLimits, { now: 1000, startedAt: 500, retryAfter: null })
  assert.deepEqual([limits.concurrency, limits.isStarting], [8, false])
  let least = limits
  for (let time = 2000; time < 20_000; time += 1000)
    least = overloaded(least, { now: time, startedAt: time - 1, retryAfter: null })
  assert.equal(least.concurrency, 1)
})

test('what headers say is a start where nothing is known', () => {
  assert.equal(hinted(startingLimits, { requestsPerMinute: 600 }).requests?.perSecond, 10)
  assert.equal(hinted(backedOff(startingLimits, refused), { requestsPerMinute: 600 }).requests?.perSecond, 98)
  assert.equal(hinted(startingLimits, { requestsPerMinute: Number.NaN, tokensPerMinute: 0 }).tokens, null)
})

test('where a refusal asks for a long pause, more is tried less often', () => {
  const step = (retryAfter: number | null) =>
    backedOff(startingLimits, { ...refused, retryAfter }).requests!.step
  assert.equal(step(null), step(10))
  assert.ok(step(1000) < step(10) / 10)
})
