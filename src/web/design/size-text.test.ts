import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeText } from './size-text.ts'

test('sizes have the unit that leaves at most three digits before the point', () => {
  assert.deepEqual([0, 999, 1_000, 24_576, 609_625_000, 2_905_063_424, 1e15, 5e18].map(sizeText), [
    '0 bytes',
    '999 bytes',
    '1 KB',
    '24.6 KB',
    '610 MB',
    '2.9 GB',
    '1 PB',
    '5,000 PB',
  ])
})
