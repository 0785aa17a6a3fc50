import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutGaps } from './without-gaps.ts'

test('empty buckets are filled in', () => {
  assert.deepEqual(
    withoutGaps(
      {
        times: [0, 60, 240],
        values: [
          [1, 2, 3],
          [0.5, null, 0.7],
        ],
      },
      [0, null],
    ),
    {
      times: [0, 60, 120, 180, 240],
      values: [
        [1, 2, 0, 0, 3],
        [0.5, null, null, null, 0.7],
      ],
    },
  )
})

test('one bucket, or none, stays as it is', () => {
  assert.deepEqual(withoutGaps({ times: [5], values: [[1]] }, [0]), { times: [5], values: [[1]] })
  assert.deepEqual(withoutGaps({ times: [], values: [[]] }, [0]), { times: [], values: [[]] })
})

test('a day of 25 hours is one step', () => {
  const day = 86_400
  const { times } = withoutGaps({ times: [0, day, 2 * day + 3600], values: [[1, 1, 1]] }, [0])
  assert.equal(times.length, 3)
})

test('two distant points do not create millions of buckets', () => {
  assert.equal(withoutGaps({ times: [0, 1, 10_000_000], values: [[1, 1, 1]] }, [0]).times.length, 3)
})

const hour = 3_600
const axisOfHours = (from: number, to: number) => ({
  span: { from: from * 1000, to: to * 1000 },
  interval: 'hour' as const,
})

test('the axis has the buckets of its range before, between and after the points', () => {
  const points = { times: [3 * hour, 5 * hour], values: [[7, 8]] }
  const { times, values } = withoutGaps(points, [0], axisOfHours(1.5 * hour, 6.5 * hour))
  assert.deepEqual(
    times.map((time) => time / hour),
    [1, 2, 3, 4, 5, 6],
  )
  assert.deepEqual(values, [[0, 0, 7, 0, 8, 0]])
})

test('a single bucket stands in its range', () => {
  const { times } = withoutGaps({ times: [2 * hour], values: [[1]] }, [null], axisOfHours(0, 4 * hour))
  assert.deepEqual(
    times.map((time) => time / hour),
    [0, 1, 2, 3],
  )
})

test('buckets outside the axis stay, and no points give no buckets', () => {
  const { times } = withoutGaps({ times: [0, 9 * hour], values: [[1, 1]] }, [0], axisOfHours(hour, 4 * hour))
  assert.equal(times.length, 10)
  assert.deepEqual(withoutGaps({ times: [], values: [[]] }, [0], axisOfHours(0, 4 * hour)).times, [])
})

test('an axis with too many buckets keeps the gaps', () => {
  const { times } = withoutGaps({ times: [0], values: [[1]] }, [0], axisOfHours(0, 1_000_000 * hour))
  assert.equal(times.length, 1)
})

test('buckets of days follow the local calendar', () => {
  const [first, last] = [new Date(2026, 2, 20).getTime(), new Date(2026, 3, 10).getTime()]
  const span = { from: first, to: last }
  const { times } = withoutGaps({ times: [first / 1000], values: [[1]] }, [0], { span, interval: 'day' })
  assert.equal(times.length, 21)
  assert.ok(times.every((time) => new Date(time * 1000).getHours() === 0))
})
