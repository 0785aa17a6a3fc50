import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latencyPercentile, mergeHistograms, readHistogram } from './histogram.ts'

const read = (text: string) => [...readHistogram(text)].map(([key, { count, sum }]) => [key, count, sum])

test('parses the histograms of both database engines', () => {
  assert.deepEqual(read('12:3:24.6,15:1:13'), [
    [12, 3, 24.6],
    [15, 1, 13],
  ])
  assert.deepEqual(read('12:3.0:24,0:1e3:5e2'), [
    [12, 3, 24],
    [0, 1_000, 500],
  ])
  assert.deepEqual(read('7.25:2:14.5'), [[7.25, 2, 14.5]])
})

test('merges repeated buckets and drops empty ones', () => {
  assert.deepEqual(read('4:1:2,4:2:4.5'), [[4, 3, 6.5]])
  assert.deepEqual(read('4:0:0,5:-2:-9,6:1:3'), [[6, 1, 3]])
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('4,5:1,6:1:3'), [[6, 1, 3]])
})

test('equal latencies are exact at every percentile', () => {
  const merged = mergeHistograms([readHistogram('40:7:7000'), readHistogram('40:3:3000')])
  for (const percent of [0, 50, 95, 100]) assert.equal(latencyPercentile(merged, percent), 1000)
  const [sum, count] = [
    Array(10)
      .fill(0.1)
      .reduce((all, one) => all + one, 0),
    10,
  ]
  assert.equal(latencyPercentile(new Map([[0, { count, sum }]]), 50), 0.1)
})
