import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnAt, geometryOf, positionAt, totalHeight, totalWidth, widthOf } from './geometry.ts'
import { columnWidth, headHeight, numberWidth, rowHeightFor } from './measures.ts'

const geometry = geometryOf([100, undefined, 50], 1, 10, 32)

describe('the position of a cell', () => {
  it('is the sum of the widths of the columns before', () => {
    assert.deepEqual(
      geometry.lefts,
      [0, 100, 100 + columnWidth, 150 + columnWidth].map((x) => x + numberWidth),
    )
    assert.equal(geometry.paneWidth, numberWidth + 100)
    assert.deepEqual(
      [0, 1, 2].map((at) => widthOf(geometry, at)),
      [100, columnWidth, 50],
    )
    assert.deepEqual(
      [totalWidth(geometry), totalHeight(geometry)],
      [numberWidth + 150 + columnWidth, headHeight + 320],
    )
  })

  it('is found from a point at any scroll position; pinned columns stay', () => {
    assert.deepEqual(
      [0, numberWidth + 99, numberWidth + 100, 9_999].map((x) => columnAt(geometry, x)),
      [0, 0, 1, 2],
    )
    const scrolled = { left: columnWidth, top: 64 }
    assert.deepEqual(positionAt(geometry, scrolled, numberWidth + 50, headHeight + 1), { row: 2, column: 0 })
    assert.deepEqual(positionAt(geometry, scrolled, numberWidth + 101, headHeight + 33), {
      row: 3,
      column: 2,
    })
    assert.deepEqual(positionAt(geometry, scrolled, -50, -500), { row: 0, column: 0 })
    assert.deepEqual(positionAt(geometry, scrolled, 99_999, 99_999), { row: 9, column: 2 })
  })

  it('does not exist in a sheet without columns', () => {
    assert.equal(columnAt(geometryOf([], 0, 0, 32), 500), 0)
  })

  it('stays within the limits of browsers', () => {
    assert.deepEqual(
      [rowHeightFor('tall', 100_000), rowHeightFor('tall', 400_000), rowHeightFor('medium', 1_000_000)],
      [104, 56, 32],
    )
  })
})
