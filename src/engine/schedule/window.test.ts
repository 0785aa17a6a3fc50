import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjusted, type CallWindow, startingWindow } from './window.ts'

const quiet = { open: 10, waiting: 0, perSecond: 100, took: 5, late: 0, isHeld: true }
const tried: CallWindow = { size: 40, quietest: 5 }

test('the window doubles while it holds calls back, carefully before the first answer', () => {
  const untried = { ...quiet, took: null }
  let window = startingWindow
  for (let look = 0; look < 5; look++) window = adjusted(window, untried)
  assert.equal(window.size, 16)
  for (let look = 0; look < 3; look++) window = adjusted(window, quiet)
  assert.equal(window.size, 128)
  for (let look = 0; look < 9; look++) window = adjusted(window, quiet)
  assert.equal(window.size, 1024)
})

test('a window that nobody met stays; a process that is late is given little more', () => {
  assert.equal(adjusted(tried, { ...quiet, isHeld: false }).size, 40)
  assert.equal(adjusted(tried, { ...quiet, late: 15 }).size, 41)
})

test('it halves where answers pile up, whether they are counted or only to be expected', () => {
  assert.equal(adjusted(tried, { ...quiet, waiting: 4 }).size, 5)
  assert.equal(adjusted(tried, { ...quiet, open: 100, late: 40 }).size, 20)
  assert.equal(adjusted({ size: 3, quietest: 5 }, { ...quiet, open: 3, waiting: 9 }).size, 2)
})

test('many a second may be many at once, and what always takes long is no pile', () => {
  const many = { ...quiet, perSecond: 1000, took: 8, waiting: 8 }
  assert.equal(adjusted(tried, many).size, 80)
  const slowDisk = { ...quiet, perSecond: 200, took: 40, waiting: 8 }
  assert.equal(adjusted({ size: 40, quietest: 40 }, slowDisk).size, 80)
})
