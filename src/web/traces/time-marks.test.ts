import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeMarks } from './time-marks.ts'

test('the marks of a timeline are round times', () => {
  assert.deepEqual(timeMarks(4_820), [0, 1_000, 2_000, 3_000, 4_000])
  assert.deepEqual(timeMarks(95_000), [0, 30_000, 60_000, 90_000])
  assert.deepEqual(timeMarks(42), [0, 10, 20, 30, 40])
  assert.deepEqual(timeMarks(3_600_000), [0, 900_000, 1_800_000, 2_700_000, 3_600_000])
  assert.deepEqual(timeMarks(0), [0])
})

test('there are at most five, however long the trace is', () => {
  for (let length = 0.01; length < 1e12; length *= 1.7) {
    const marks = timeMarks(length)
    assert.ok(marks.length <= 5 && marks.at(-1)! <= length, `${length}: ${marks}`)
  }
})
