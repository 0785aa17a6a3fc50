import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Column } from '../sheets/index.ts'
import { choicesOf, otherVersionCells, versionBefore, wholeColumn } from './scopes.ts'

const column = (id: string, type: string) => ({ id, type, title: id }) as Column
const sheet = {
  counts: { STALE: 3, FAILED: 0, COMPLETED: 9 },
  totalCells: 12,
  rowCount: 6,
  staleInFirstRows: null,
}
const columns = [column('question', 'TEXT'), column('answer', 'PROMPT_TEMPLATE'), column('same', 'COMPARE')]
const at = (top: number, bottom: number, left: number, right: number) => ({
  top,
  bottom,
  columns: columns.slice(left, right + 1),
})

describe('scopes of a run', () => {
  it('are stale cells first, without empty scopes', () => {
    const names = choicesOf({ ...sheet, selection: null }).map(({ name, cells }) => [name, cells])
    assert.deepEqual(names, [
      ['stale', 3],
      ['everything', 12],
    ])
    assert.equal(choicesOf({ ...sheet, counts: {}, selection: null })[0]!.cells, 0)
  })

  it('offer the stale cells of the first five rows of a longer sheet', () => {
    const [stale, first] = choicesOf({ ...sheet, staleInFirstRows: 2, selection: null })
    assert.equal(stale!.name, 'stale')
    assert.deepEqual(first, {
      name: 'first',
      label: 'First 5 rows',
      cells: 2,
      scope: { row_ids: [0, 1, 2, 3, 4], statuses: ['STALE'] },
    })
    const none = [
      choicesOf({ ...sheet, staleInFirstRows: 2, rowCount: 5, selection: null }),
      choicesOf({ ...sheet, staleInFirstRows: 0, selection: null }),
    ]
    for (const choices of none) assert.ok(choices.every(({ name }) => name !== 'first'))
  })

  it('counts only cells of a selection that run', () => {
    const [, selection] = choicesOf({ ...sheet, selection: at(1, 2, 0, 2) })
    assert.deepEqual(selection, {
      name: 'selection',
      label: 'Selected cells',
      cells: 4,
      scope: { column_ids: ['answer', 'same'], row_ids: [1, 2], statuses: ['STALE', 'FAILED', 'COMPLETED'] },
    })
  })

  it('lists no row ids for a run of all rows', () => {
    const [, selection, whole] = choicesOf({ ...sheet, selection: at(0, 5, 1, 1) })
    assert.equal(selection!.scope.row_ids, undefined)
    assert.deepEqual([whole!.name, whole!.cells, whole!.scope.column_ids], ['column', 6, ['answer']])
    const texts = choicesOf({ ...sheet, selection: at(0, 5, 0, 0) })
    assert.deepEqual(
      texts.map(({ name }) => name),
      ['stale', 'everything'],
    )
  })

  it('name the version that keeps replaced values, if the sheet has values', () => {
    const answer = columns[1]!
    const versions = (counts: Readonly<Record<string, number>>) => {
      const choices = choicesOf({ ...sheet, counts, selection: at(0, 1, 1, 1) })
      const offered = [...choices, wholeColumn(answer, 6), otherVersionCells(answer, [0], 'v2 of p')]
      return offered.map((choice) => versionBefore(choice, choices))
    }
    assert.deepEqual(versions({ STALE: 3, COMPLETED: 3 }), [
      ...[undefined, undefined, 'Before answer was run again', 'Before everything was run again'],
      ...['Before answer was run again', 'Before v2 of p'],
    ])
    assert.ok(versions({ STALE: 6 }).every((name) => name === undefined))
  })
})
