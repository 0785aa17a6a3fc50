import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changesOf, marksOf } from './changes.ts'

const titleOf = (id: string) => id.toUpperCase()

describe('changes between versions', () => {
  const changes = changesOf(
    [
      { type: 'column_added', column_id: 'b', after: { title: 'Answer' } },
      { type: 'row_removed', row_index_before: 4, row_index_after: null },
      { type: 'cell_set', column_id: 'a', row_index_before: 1, row_index_after: 0, before: null, after: 'x' },
      {
        type: 'cell_set',
        column_id: 'a',
        row_index_before: 2,
        row_index_after: null,
        before: { message: 'broke' },
        after: null,
      },
    ],
    titleOf,
  )

  it('uses the titles of the sheet', () => {
    assert.deepEqual(
      changes.map(({ text, before, after }) => [text, before, after]),
      [
        ['Column Answer added', '', ''],
        ['Row 5 deleted', '', ''],
        ['Row 1, A', '', 'x'],
        ['Row 3, A', 'broke', ''],
      ],
    )
  })

  it('reports consecutive rows as one range', () => {
    const added = (at: number) => ({ type: 'row_added', row_index_before: null, row_index_after: at })
    const removed = { type: 'row_removed', row_index_before: 3, row_index_after: null }
    assert.deepEqual(
      changesOf([added(0), added(1), added(2), added(9), removed], titleOf).map(({ text }) => text),
      ['Rows 1 to 3 added', 'Row 10 added', 'Row 4 deleted'],
    )
  })

  it('marks the cells that are still there', () => {
    assert.deepEqual([...marksOf(changes)], ['0 a'])
  })
})
