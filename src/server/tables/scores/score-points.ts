import type { Database, SheetRow } from '../../db/index.ts'
import { findScorecard, selectCompleted } from '../scorecards/index.ts'
import { findScore, selectScored } from './score-queries.ts'

export interface Point {
  readonly id: string
  readonly source: 'score' | 'scorecard'
  readonly score: number | null
  readonly verdict: string | null
  readonly revision: number
  /** What it was calculated by; of scorecards, the calculation tells. */
  readonly configuration: { readonly score_type: string; readonly score_config: string } | null
  readonly at: number
}

/** From the newest; of the score configuration where there is one, as everywhere. */
export async function pointsOf(db: Database, sheet: SheetRow, limit: number): Promise<Point[]> {
  if (await findScore(db, sheet))
    return (await selectScored(db, sheet, limit)).map((row) => ({
      ...{ id: row.id, source: 'score', score: row.overall_score, verdict: null },
      ...{ revision: row.sheet_revision, at: row.completed_at ?? 0 },
      configuration: { score_type: row.score_type, score_config: row.score_config },
    }))
  const scorecard = await findScorecard(db, sheet)
  if (!scorecard) return []
  return (await selectCompleted(db, scorecard, limit)).map((row) => ({
    ...{ id: row.id, source: 'scorecard', score: row.aggregate_score, verdict: row.aggregate_verdict },
    ...{ revision: row.sheet_revision, at: row.completed_at ?? 0 },
    configuration: null,
  }))
}
