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
