import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterOverload, backOff, growLimits, type RefusedCall, startingLimits } from './limits.ts'

const refused: RefusedCall = {
  now: 10_000,
  startedAt: 9_900,
  retryAfter: null,
  requestsPerSecond: 100,
  tokensPerSecond: 5000,
  of: 'requests',
}
const heldByAll = { bySlots: true, byRequests: true, byTokens: true }

test('the first refusal sets the rate; refusals of calls from before it are ignored', () => {
  const once = backOff(startingLimits, refused)
  assert.equal(once.requests?.perSecond, 98)
  assert.equal(once.tokens, null)
  assert.deepEqual(backOff(once, { ...refused, now: 10_050, startedAt: 9_950 }), {
    ...once,
    pausedUntil: 10_050,
  })
  const twice = backOff(once, { ...refused, now: 11_000, startedAt: 10_500 })
  assert.equal(twice.requests?.perSecond, 98 * 0.95)
})

test('a refusal right after the first one means that the burst is used up; the rate is still estimated', () => {
  const guessed = backOff(startingLimits, refused)
  const soon = backOff(guessed, { ...refused, now: 10_400, startedAt: 10_300 })
  const later = backOff(guessed, { ...refused, now: 11_000, startedAt: 10_600 })
  const whileNoneWasAccepted = backOff(guessed, {
    ...refused,
    now: 11_000,
    startedAt: 10_600,
    requestsPerSecond: 0,
  })
  assert.deepEqual(
    [guessed, soon, later, whileNoneWasAccepted].map(({ requests }) => requests?.isFirstEstimate),
    [true, true, false, true],
  )
})

test('a first estimate is lowered a little, a known rate by 5 to 50 percent', () => {
  const guessed = backOff(startingLimits, refused)
  const backedOff = backOff(guessed, { ...refused, now: 12_000, startedAt: 11_000, requestsPerSecond: 1 })
  assert.equal(backedOff.requests?.perSecond, 98 * 0.85)
  const rate = backedOff.requests!.perSecond
  const next = { ...refused, now: 14_000, startedAt: 13_000 }
  assert.equal(backOff(backedOff, { ...next, requestsPerSecond: 1000 }).requests?.perSecond, rate * 0.95)
  assert.equal(backOff(backedOff, { ...next, requestsPerSecond: 0 }).requests?.perSecond, rate * 0.5)
})

test('only the exhausted limit is lowered', () => {
  const limits = backOff(startingLimits, { ...refused, of: 'tokens' })
  assert.deepEqual([limits.requests, limits.tokens?.perSecond], [null, 4900])
})

test('a Retry-After applies to calls begun at any time, and a shorter Retry-After does not end it', () => {
  const long = backOff(startingLimits, { ...refused, retryAfter: 5_000 })
  assert.equal(long.pausedUntil, 15_000)
  assert.equal(backOff(long, { ...refused, retryAfter: 1_000 }).pausedUntil, 15_000)
  assert.equal(backOff(long, { ...refused, retryAfter: 9_000 }).pausedUntil, 19_000)
  assert.equal(growLimits(long, 12_000, 1, heldByAll), long)
})

test('only limits that held calls back grow: an estimate by half, a known rate faster with time', () => {
  const guessed = backOff(startingLimits, refused)
  const idle = { bySlots: false, byRequests: false, byTokens: false }
  assert.equal(growLimits(guessed, 11_000, 1, idle).requests?.perSecond, 98)
  assert.equal(growLimits(guessed, 11_000, 1, heldByAll).requests?.perSecond, 147)
  const backedOff = backOff(guessed, { ...refused, now: 20_000, startedAt: 19_000 })
  const added = (now: number) =>
    growLimits(backedOff, now, 1, heldByAll).requests!.perSecond / backedOff.requests!.perSecond - 1
  assert.ok(Math.abs(added(20_000) - 0.02) < 1e-9)
  assert.ok(Math.abs(added(40_000) - 0.08) < 1e-9)
})

test('concurrency doubles each half second until the first overload, and halves on each overload', () => {
  assert.equal(growLimits(startingLimits, 1000, 0.5, heldByAll).concurrency, 128)
  const limits = afterOverload(startingLimits, { now: 1000, startedAt: 500, retryAfter: null })
  assert.deepEqual([limits.concurrency, limits.isStarting], [32, false])
  let least = limits
  for (let time = 2000; time < 20_000; time += 1000)
    least = afterOverload(least, { now: time, startedAt: time - 1, retryAfter: null })
  assert.equal(least.concurrency, 1)
})

test('long pauses after refusals make attempts at a higher rate rarer', () => {
  const step = (retryAfter: number | null) =>
    backOff(startingLimits, { ...refused, retryAfter }).requests!.step
  assert.equal(step(null), step(10))
  assert.ok(step(1000) < step(10) / 10)
})
