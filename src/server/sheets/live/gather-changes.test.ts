import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eachRow, rowsOf } from '../../../engine/sheet/index.ts'
import { mergeRanges } from '../storage/merge-ranges.ts'
import type { RecordedChange } from '../storage/record-changes.ts'
import { gatherChanges } from './gather-changes.ts'

const change = (number: number, layout: number, ...notes: RecordedChange[]) => ({
  change: number,
  layout,
  notes: notes.map((note) => JSON.stringify(note)).join(),
})

it('combines changes and groups columns with equal rows', () => {
  const { cells, parts, operations } = gatherChanges(
    [
      change(1, 0, { columns: [1, 2], rows: rowsOf([3]) }, { part: 'versions' }),
      change(2, 0, { columns: [2, 1], rows: rowsOf([4]) }, { columns: [5], rows: 'all' }),
      change(3, 0, { operation: 'one' }),
    ],
    0,
  )
  assert.deepEqual(cells, [
    { columns: [1, 2], rows: [{ from: 3, to: 5 }] },
    { columns: [5], rows: 'all' },
  ])
  assert.deepEqual([[...parts], [...operations]], [['versions'], ['one']])
})

it('omits rows of an older layout', () => {
  const { cells, parts } = gatherChanges([change(1, 0, { columns: [1], rows: rowsOf([3]) })], 1)
  assert.deepEqual([cells, [...parts]], [[], ['rows']])
})

it('reports a superset of the rows in few ranges', () => {
  const odd = Array.from({ length: 5_000 }, (_none, index) => index * 2)
  const few = mergeRanges(rowsOf(odd))
  assert.ok(few !== 'all' && few.length <= 64)
  const reportedRows = new Set(eachRow(few, 10_000))
  assert.ok(odd.every((row) => reportedRows.has(row)))
})
