import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  arrangeColumns,
  type Layout,
  noLayout,
  readLayout,
  withHidden,
  withMoved,
  withPinned,
  withWidth,
} from './layout.ts'

const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const shown = (layout: Layout) => arrangeColumns(columns, layout).map(({ id }) => id)

describe('the layout of a sheet', () => {
  it('shows pinned columns first, hides hidden columns, and adds new columns at the end', () => {
    assert.deepEqual(shown(noLayout), ['a', 'b', 'c', 'd'])
    assert.deepEqual(shown(withPinned(noLayout, 'c', true)), ['c', 'a', 'b', 'd'])
    assert.deepEqual(shown(withHidden(withPinned(noLayout, 'c', true), 'c', true)), ['a', 'b', 'd'])
    assert.deepEqual(shown({ ...noLayout, order: ['b', 'a'] }), ['b', 'a', 'c', 'd'])
  })

  it('moves columns before others and to the end, and hidden columns stay', () => {
    const moved = withMoved(noLayout, columns, 'd', 'b')
    assert.deepEqual(shown(moved), ['a', 'd', 'b', 'c'])
    assert.deepEqual(shown(withMoved(moved, columns, 'a', null)), ['d', 'b', 'c', 'a'])
    const hidden = withMoved(withHidden(noLayout, 'b', true), columns, 'd', 'a')
    assert.deepEqual(shown(withHidden(hidden, 'b', false)), ['d', 'a', 'b', 'c'])
  })

  it('keeps widths within bounds', () => {
    assert.deepEqual(withWidth(noLayout, 'a', 3.7).widths, { a: 60 })
    assert.deepEqual(withWidth(noLayout, 'a', 1e9).widths, { a: 900 })
  })

  it('is read from storage, and ignores invalid content', () => {
    const layout = withWidth(withPinned({ ...noLayout, rowHeight: 'tall' }, 'b', true), 'a', 100)
    assert.deepEqual(readLayout(JSON.stringify(layout)), layout)
    for (const text of [
      null,
      '',
      '{',
      'null',
      '7',
      '[]',
      '{"order":{},"widths":[null],"rowHeight":"toString"}',
    ])
      assert.deepEqual(readLayout(text), noLayout)
  })
})
