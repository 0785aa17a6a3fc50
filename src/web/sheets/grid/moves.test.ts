import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clampToBounds,
  countCells,
  isInRange,
  isOneCell,
  rangeOf,
  type Selection,
  targetOfKey,
  wholeColumns,
  wholeRows,
} from './moves.ts'

const size = { rows: 100, columns: 4, page: 20 }
const from = (row: number, column: number) => (key: string, far: boolean) =>
  targetOfKey(key, far, { row, column }, size)

describe('moving in a grid', () => {
  it('goes by one cell, by a screen and to the ends', () => {
    const go = from(50, 2)
    assert.deepEqual(go('ArrowDown', false), { row: 51, column: 2 })
    assert.deepEqual(go('ArrowUp', true), { row: 0, column: 2 })
    assert.deepEqual(go('PageDown', false), { row: 70, column: 2 })
    assert.deepEqual(go('Home', false), { row: 50, column: 0 })
    assert.deepEqual(go('End', true), { row: 99, column: 3 })
    assert.equal(go('toString', false), null)
  })

  it('stays inside', () => {
    assert.deepEqual(from(99, 3)('ArrowRight', false), { row: 99, column: 3 })
    assert.deepEqual(from(5, 0)('PageUp', false), { row: 0, column: 0 })
    assert.deepEqual(clampToBounds({ row: 3, column: 9 }, { rows: 2, columns: 1 }), { row: 1, column: 0 })
  })

  it('spans a range from any corner', () => {
    assert.deepEqual(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 }), {
      top: 2,
      bottom: 4,
      left: 1,
      right: 3,
    })
  })
})

describe('selections', () => {
  const spanned = ({ active, anchor }: Selection) => rangeOf(active, anchor)

  it('of whole rows and columns reach to the ends, in either direction', () => {
    assert.deepEqual(spanned(wholeRows(7, 3, size)), { top: 3, bottom: 7, left: 0, right: 3 })
    assert.deepEqual(spanned(wholeColumns(1, 2, size)), { top: 0, bottom: 99, left: 1, right: 2 })
    assert.deepEqual(wholeRows(7, 3, size).active, { row: 3, column: 0 })
  })

  it('contain their cells', () => {
    const range = spanned({ active: { row: 1, column: 1 }, anchor: { row: 3, column: 2 } })
    assert.deepEqual(
      [isInRange(range, { row: 3, column: 1 }), isInRange(range, { row: 0, column: 1 })],
      [true, false],
    )
    assert.deepEqual([countCells(range), isOneCell(range)], [6, false])
  })
})
