import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHistogram } from './histogram.ts'

const read = (text: string) => [...readHistogram(text)]

test('a histogram is read as both engines write it', () => {
  assert.deepEqual(read('12:3,15:1'), [
    [12, 3],
    [15, 1],
  ])
  assert.deepEqual(read('12:3.0,0:1e3'), [
    [12, 3],
    [0, 1_000],
  ])
  assert.deepEqual(read('7:2'), [[7, 2]])
})

test('the same bucket twice is one, and what holds nothing is none', () => {
  assert.deepEqual(read('4:1,4:2'), [[4, 3]])
  assert.deepEqual(read('4:0,5:-2,6:1'), [[6, 1]])
  assert.deepEqual(read(''), [])
  assert.deepEqual(read('4,5:1'), [[5, 1]])
})
