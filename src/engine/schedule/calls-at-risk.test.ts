import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AtRisk, lately, maxAfterKill, maxAtFirst, maxAtRisk, waitingPart } from './calls-at-risk.ts'

test('few calls right after a kill, more with the answers that are kept and with time, and without end where none was', () => {
  assert.deepEqual(
    [0, 19_999, 20_000, 80_000].map((milliseconds) => maxAfterKill(milliseconds, 0)),
    [2, 3, 4, 32],
  )
  assert.deepEqual(
    [49, 50, 2_500].map((kept) => maxAfterKill(1_000, kept)),
    [2, 3, 52],
  )
  assert.equal(maxAfterKill(Number.POSITIVE_INFINITY, 0), Number.POSITIVE_INFINITY)
})

test('a first burst is a third of a hundred, and more may follow with answers and with time', () => {
  assert.deepEqual(
    [
      [0, 0],
      [0, 32],
      [9, 1],
      [1_000, 0],
    ].map(([milliseconds, kept]) => maxAtFirst(milliseconds!, kept!)),
    [32, 64, 33, 132],
  )
})

test('where all that comes waits, sixteen at first and a tenth of those that are kept; more where little does', () => {
  assert.deepEqual(
    [0, 10, 1_000].map((kept) => maxAtRisk(kept, 1)),
    [16, 17, 116],
  )
  assert.deepEqual(
    [0.5, 0.1, 0].map((part) => maxAtRisk(0, part)),
    [32, 160, Number.POSITIVE_INFINITY],
  )
})

test('the part that waits is one of time, and what was half a second ago counts half', () => {
  const after = (milliseconds: number, before: AtRisk, now: AtRisk) =>
    waitingPart(lately(before, now, milliseconds))
  const nothing = { all: 0, waiting: 0 }
  assert.equal(waitingPart(nothing), 0)
  assert.equal(after(0, nothing, { all: 16, waiting: 16 }), 0)
  assert.equal(after(100, nothing, { all: 16, waiting: 4 }), 0.25)
  assert.equal(after(500, { all: 8_000, waiting: 8_000 }, { all: 8, waiting: 0 }), 0.5)
  assert.ok(after(10_000, { all: 8_000, waiting: 8_000 }, { all: 8, waiting: 0 }) < 0.001)
})
