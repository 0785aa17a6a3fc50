import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extendRange, firstOf, overRange, sourceOf } from './fill.ts'

const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right })

describe('filling', () => {
  it('extends a range in the direction of the longer drag, and never shrinks it', () => {
    const from = range(2, 3, 1, 1)
    assert.deepEqual(extendRange(from, { row: 7, column: 2 }), range(2, 7, 1, 1))
    assert.deepEqual(extendRange(from, { row: 0, column: 1 }), range(0, 3, 1, 1))
    assert.deepEqual(extendRange(from, { row: 4, column: 5 }), range(2, 3, 1, 5))
    assert.deepEqual(extendRange(from, { row: 2, column: 0 }), range(2, 3, 0, 1))
    assert.deepEqual(extendRange(from, { row: 3, column: 1 }), from)
  })

  it('continues the pattern, downwards and upwards', () => {
    const source = range(2, 3, 0, 0)
    const rows = [0, 1, 2, 3, 4, 5].map((row) => sourceOf(source, { row, column: 0 }).row)
    assert.deepEqual(rows, [2, 3, 2, 3, 2, 3])
  })

  it('starts from the first row or column, or from the one before a single row or column', () => {
    assert.deepEqual(firstOf(range(2, 5, 1, 3), 'down'), range(2, 2, 1, 3))
    assert.deepEqual(firstOf(range(2, 2, 1, 3), 'down'), range(1, 1, 1, 3))
    assert.deepEqual(firstOf(range(2, 5, 1, 3), 'right'), range(2, 5, 1, 1))
    assert.deepEqual(firstOf(range(0, 0, 0, 0), 'right'), range(0, 0, 0, 0))
  })
})

describe('a pasted block', () => {
  it('is repeated over a range that is a multiple of it', () => {
    assert.deepEqual(overRange([['x']], range(0, 1, 0, 2)), [
      ['x', 'x', 'x'],
      ['x', 'x', 'x'],
    ])
    assert.deepEqual(overRange([['a'], ['b']], range(0, 3, 0, 0)), [['a'], ['b'], ['a'], ['b']])
  })

  it('is pasted once if the range is not a multiple of it', () => {
    assert.deepEqual(overRange([['a'], ['b']], range(0, 2, 0, 0)), [['a'], ['b']])
    assert.deepEqual(overRange([['a', 'b'], ['c']], range(0, 1, 0, 1)), [['a', 'b'], ['c']])
    assert.deepEqual(overRange([['a'], ['b']], range(0, 0, 0, 0)), [['a'], ['b']])
  })
})
