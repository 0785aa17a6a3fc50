import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrateReportScore } from './migrate.ts'
import type { ReportScore } from './score.ts'

type Score = readonly [score: number | null, type: 'boolean' | 'numeric' | null]

const scoreOf = (...scores: readonly Score[]): ReportScore => ({
  overall_score: null,
  score_type: 'multi_column',
  has_custom_scoring: false,
  details: {
    columns: scores.map(([score, score_type], index) => ({
      column_name: `c${index}`,
      score,
      score_type,
      num_skipped: 0,
      num_failed: 0,
    })),
  },
})

for (const scores of [
  [[75, 'boolean']],
  [[0, 'boolean']],
  [[0.25, 'numeric']],
  [[37.5, 'numeric']],
  [[4000, 'numeric']],
  [
    [50, 'boolean'],
    [0.25, 'numeric'],
    [12, 'numeric'],
    [4000, 'numeric'],
  ],
  [
    [50, 'boolean'],
    [null, null],
  ],
] satisfies Score[][])
  test(`the weighted mean of the steps, scaled, is the report's score: ${JSON.stringify(scores)}`, () => {
    const { steps, scale } = migrateReportScore(scoreOf(...scores))
    const known = scores.flatMap(([score]) => (score === null ? [] : [score]))
    const stepScores = steps.map((step, index) => known[index]! / step.scale)
    for (const score of stepScores) assert.ok(score >= 0 && score <= 1)
    const weights = steps.reduce((sum, step) => sum + step.scale, 0)
    const mean = steps.reduce((sum, step, index) => sum + stepScores[index]! * step.scale, 0) / weights
    const overall = known.reduce((sum, score) => sum + score, 0) / known.length
    assert.ok(Math.abs(mean * scale! - overall) < 1e-9)
  })

test('columns that cannot become steps are reported, and a mean below 0 has no factor', () => {
  const { steps, skipped, scale } = migrateReportScore(
    scoreOf([-1, 'numeric'], [50, 'boolean'], [null, null]),
  )
  assert.deepEqual([steps.length, scale], [1, null])
  assert.deepEqual(skipped, [
    { column: 'c0', reason: 'negative' },
    { column: 'c2', reason: 'not_scorable' },
  ])
})
