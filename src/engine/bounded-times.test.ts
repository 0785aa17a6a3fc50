import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedTimes } from './bounded-times.ts'

const day = 24 * 3_600_000
const arrived = 1_795_168_800_000
const far = 18_446_744_073_709.55

test('times up to a day ahead stay', () => {
  for (const [startedAt, endedAt] of [
    [0, 1],
    [arrived, arrived + 5],
    [arrived + day, arrived + day],
    [arrived + 5, arrived],
    [arrived, null],
  ] as const)
    assert.deepEqual(boundedTimes({ startedAt, endedAt }, arrived), { startedAt, endedAt })
})

test('later times become the arrival, and a duration up to a day stays', () => {
  for (const [startedAt, endedAt, end] of [
    [arrived + day + 1, arrived + day + 1_251, arrived + 1_250],
    [far, far, arrived],
    [far, null, null],
    [far, arrived, arrived - (far - arrived)],
    [arrived + day + 1, far, arrived],
  ] as const)
    assert.deepEqual(boundedTimes({ startedAt, endedAt }, arrived), { startedAt: arrived, endedAt: end })
  assert.deepEqual(boundedTimes({ startedAt: arrived - 7, endedAt: far }, arrived), {
    startedAt: arrived - 7,
    endedAt: arrived,
  })
  assert.deepEqual(boundedTimes({ startedAt: arrived + 7, endedAt: far }, arrived), {
    startedAt: arrived + 7,
    endedAt: arrived + 7,
  })
})
