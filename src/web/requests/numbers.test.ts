import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeText } from './numbers.ts'

test('numbers differ by shares', () => {
  assert.deepEqual(
    [changeText(100, 150), changeText(100, 99), changeText(5, 5), changeText(0, 5)],
    ['+50%', '−1%', 'same', 'new'],
  )
})
