import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AtRisk,
  decayedSum,
  maxAtRisk,
  maxCallsAfterKill,
  maxCallsAfterStart,
  waitingShare,
} from './calls-at-risk.ts'

test('few calls run after a kill, more with stored answers and time, without limit if there was no kill', () => {
  assert.deepEqual(
    [0, 19_999, 20_000, 80_000].map((milliseconds) => maxCallsAfterKill(milliseconds, 0)),
    [2, 3, 4, 32],
  )
  assert.deepEqual(
    [49, 50, 2_500].map((storedAnswers) => maxCallsAfterKill(1_000, storedAnswers)),
    [2, 3, 52],
  )
  assert.equal(maxCallsAfterKill(Number.POSITIVE_INFINITY, 0), Number.POSITIVE_INFINITY)
})

test('a first burst is limited to 32 calls; stored answers and time allow more', () => {
  assert.deepEqual(
    [
      [0, 0],
      [0, 32],
      [9, 1],
      [1_000, 0],
    ].map(([milliseconds, storedAnswers]) => maxCallsAfterStart(milliseconds!, storedAnswers!)),
    [32, 64, 33, 132],
  )
})

test('the limit of calls at risk is 16 plus a tenth of stored answers, divided by the waiting part', () => {
  assert.deepEqual(
    [0, 10, 1_000].map((storedAnswers) => maxAtRisk(storedAnswers, 1)),
    [16, 17, 116],
  )
  assert.deepEqual(
    [0.5, 0.1, 0].map((part) => maxAtRisk(0, part)),
    [32, 160, Number.POSITIVE_INFINITY],
  )
})

test('the waiting part is measured over time, with a half-life of half a second', () => {
  const after = (milliseconds: number, before: AtRisk, now: AtRisk) =>
    waitingShare(decayedSum(before, now, milliseconds))
  const nothing = { all: 0, waiting: 0 }
  assert.equal(waitingShare(nothing), 0)
  assert.equal(after(0, nothing, { all: 16, waiting: 16 }), 0)
  assert.equal(after(100, nothing, { all: 16, waiting: 4 }), 0.25)
  assert.equal(after(500, { all: 8_000, waiting: 8_000 }, { all: 8, waiting: 0 }), 0.5)
  assert.ok(after(10_000, { all: 8_000, waiting: 8_000 }, { all: 8, waiting: 0 }) < 0.001)
})
