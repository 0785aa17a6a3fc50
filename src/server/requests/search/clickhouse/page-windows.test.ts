import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstWindow, nextWindow } from './page-windows.ts'

test('the rarer the matches of a window, the longer the next one', () => {
  assert.equal(nextWindow(1, 5, 20), 8)
  assert.equal(nextWindow(8, 4, 16), 64)
  assert.equal(nextWindow(1, 24, 2), 4)
  assert.equal(nextWindow(1, 0, 26), 64)
  assert.equal(nextWindow(2, 1, 1_000), 128)
})

test('three windows reach over ten years', () => {
  assert.ok(nextWindow(nextWindow(firstWindow, 0, 26), 0, 26) > 3_653)
})
