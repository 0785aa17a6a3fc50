import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Distributions, failuresOf, isPartial, type Scored } from './failures.ts'

type ColumnFailures = Distributions['columns'][number]

const verdicts = (passed: number, failed: number, failed_cells = 0): ColumnFailures => ({
  column_id: 'a',
  filled_cells: passed + failed,
  failed_cells,
  stale_cells: 0,
  distribution: { kind: 'verdicts', passed, failed },
})
const texts = (failed_cells: number): ColumnFailures => ({
  column_id: 'a',
  filled_cells: 5,
  failed_cells,
  stale_cells: 0,
  distribution: { kind: 'other' },
})
const scored = (rest: Partial<Scored>): Scored => ({
  column_id: 'a',
  title: 'a',
  score: null,
  included_count: 0,
  excluded_count: 0,
  failed_count: 0,
  resolved_scoring_type: 'boolean',
  ...rest,
})

test('failing cells of a scored column are counted in all rows, although its distribution covers the first rows only', () => {
  const allRows = scored({ score: 3439 / 10_001, included_count: 10_001 })
  assert.equal(failuresOf(allRows, verdicts(2957, 5376), true), '6,562 fail')
  assert.equal(failuresOf(scored({ score: 0.9, included_count: 100 }), verdicts(50, 0), true), '10 fail')
})

test('failed cells are counted once', () => {
  const allRows = scored({ score: 0.5, included_count: 10, failed_count: 2 })
  assert.equal(failuresOf(allRows, verdicts(5, 3, 2), false), '5 fail')
  assert.equal(failuresOf(undefined, verdicts(5, 3, 2), false), '5 fail')
})

test('counts of the first rows are marked as bounds', () => {
  assert.equal(failuresOf(undefined, verdicts(2957, 5376), true), '5,376+ fail')
  assert.equal(failuresOf(undefined, texts(1), true), '1+ errors')
  assert.equal(failuresOf(scored({ failed_count: 1, score: null }), texts(1), true), '1 error')
})

test('without failures there is no text', () => {
  assert.equal(failuresOf(undefined, texts(0), true), null)
  assert.equal(failuresOf(scored({ score: 1, included_count: 4 }), verdicts(4, 0), false), null)
})

test('a distribution of fewer rows than the sheet has is partial', () => {
  const distributionsOf = (rows: number) => ({
    success: true as const,
    version: 1,
    row_count: 10,
    rows,
    columns: [],
  })
  assert.deepEqual(
    [isPartial(undefined), isPartial(distributionsOf(10)), isPartial(distributionsOf(9))],
    [false, false, true],
  )
})
