import type { Database, SheetRow } from '../../db/index.ts'
import { selectCompleted } from '../scorecards/index.ts'
import { selectScored } from './score-queries.ts'

export interface Point {
  readonly id: string
  readonly source: 'score' | 'scorecard'
  readonly score: number | null
  readonly verdict: string | null
  readonly revision: number
  /** The configuration of a score; null for a scorecard. */
  readonly configuration: { readonly score_type: string; readonly score_config: string } | null
  readonly at: number
}

/** Points of all score configurations and scorecards of the sheet, newest first. */
export async function pointsOf(db: Database, sheet: SheetRow, limit: number): Promise<Point[]> {
  const [scores, scorecards] = await Promise.all([
    selectScored(db, sheet, limit),
    selectCompleted(db, sheet, limit),
  ])
  const ofScores = scores.map(
    (row): Point => ({
      id: row.id,
      source: 'score',
      score: row.overall_score,
      verdict: null,
      revision: row.sheet_revision,
      at: row.completed_at ?? 0,
      configuration: { score_type: row.score_type, score_config: row.score_config },
    }),
  )
  const ofScorecards = scorecards.map(
    (row): Point => ({
      id: row.id,
      source: 'scorecard',
      score: row.aggregate_score,
      verdict: row.aggregate_verdict,
      revision: row.sheet_revision,
      at: row.completed_at ?? 0,
      configuration: null,
    }),
  )
  return [...ofScores, ...ofScorecards].sort((a, b) => b.revision - a.revision || b.at - a.at).slice(0, limit)
}
