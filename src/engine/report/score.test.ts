import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../columns/index.ts'
import { customScoreOf, ReportTally, type ScorableColumn } from './score.ts'

const column = (name: string, isPartOfScore = false): ScorableColumn => ({
  name,
  meaning: 'by-value',
  isPartOfScore,
})

function scoreOf(columns: readonly ScorableColumn[], rows: readonly (readonly (Json | undefined)[])[]) {
  const tally = new ReportTally(columns)
  for (const row of rows)
    tally.addRow(row.map((value) => (value === undefined ? undefined : { kind: 'value', value })))
  return tally.result()
}

test('the last column is scored if none is marked', () => {
  const { overall_score, score_type, details } = scoreOf(
    [column('a'), column('b')],
    [
      [1, true],
      [2, false],
    ],
  )
  assert.deepEqual([overall_score, score_type], [50, 'single_column'])
  assert.deepEqual(details, {
    column_name: 'b',
    score: 50,
    score_type: 'boolean',
    num_skipped: 0,
    num_failed: 0,
  })
})

test('empty and missing cells are skipped and counted', () => {
  const { overall_score, details } = scoreOf([column('a')], [[4], [null], [undefined], [8]])
  assert.equal(overall_score, 6)
  assert.ok('num_skipped' in details)
  assert.equal(details.num_skipped, 2)
})

test('a failed cell counts as false, a missing one is skipped', () => {
  const tally = new ReportTally([{ ...column('a'), meaning: 'boolean' }])
  tally.addRow([{ kind: 'value', value: true }])
  tally.addRow([{ kind: 'failed', failure: { code: 'x', message: 'x' } }])
  tally.addRow([undefined])
  const { overall_score, details } = tally.result()
  assert.equal(overall_score, 50)
  assert.ok('num_skipped' in details)
  assert.deepEqual([details.num_skipped, details.num_failed], [1, 1])
})

test('one value of another kind leaves a column without a score', () => {
  assert.equal(scoreOf([column('a')], [[true], ['maybe']]).score_type, 'none')
  const two = scoreOf(
    [column('a', true), column('b', true)],
    [
      [true, 3],
      ['maybe', 5],
    ],
  )
  assert.deepEqual([two.overall_score, two.score_type], [4, 'multi_column'])
})

test('a report without columns has no score', () => {
  const { overall_score, score_type } = scoreOf([], [[]])
  assert.deepEqual([overall_score, score_type], [null, 'none'])
})

test('scoring code must return a number', () => {
  const configuration = { code: 'return 1', code_language: 'PYTHON' }
  assert.ok('error' in customScoreOf({ score: 'high' }, configuration))
  const read = customScoreOf({ score: 7, sub_scores: { a: 1 }, score_matrix: [['x', 1]] }, configuration)
  assert.ok('overall_score' in read)
  assert.deepEqual([read.overall_score, read.score_type], [7, 'custom'])
  assert.deepEqual(read.details, { matrix: [[['x', 1]]], configuration, sub_scores: { a: 1 } })
})
