import type { Database } from '../db/index.ts'
import type { LatestScore, LatestTable } from '../sheets/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { selectLatestCards, selectLatestScores, selectTablesByScore } from './latest-score-queries.ts'
import { coverageOfCalculation } from './scorecards/index.ts'
import { coverageOfScore } from './scores/index.ts'

/** See `ScoringPort.latest`. A score configuration takes precedence over the scorecard. */
export async function latestScores(
  db: Database,
  workspace: WorkspaceId,
  sheets: readonly number[],
): Promise<ReadonlyMap<number, readonly LatestScore[]>> {
  const [scores, cards] = await Promise.all([
    selectLatestScores(db, workspace, sheets),
    selectLatestCards(db, workspace, sheets),
  ])
  const bySheet = <T extends { sheet: number }>(rows: readonly T[], present: (row: T) => LatestScore) =>
    [...Map.groupBy(rows, ({ sheet }) => sheet)].map(
      ([sheet, sheetRows]) => [sheet, sheetRows.map(present)] as const,
    )
  return new Map([
    ...bySheet(cards, (card) => ({
      source: 'scorecard',
      score: card.aggregate_score,
      verdict: card.aggregate_verdict,
      completed_at: card.completed_at,
      sheet_revision: card.sheet_revision,
      coverage: coverageOfCalculation(card),
    })),
    ...bySheet(scores, ({ result, ...score }) => ({
      ...score,
      source: 'score',
      verdict: null,
      coverage: result === null ? null : coverageOfScore(JSON.parse(result)),
    })),
  ])
}

/** See `ScoringPort.latestTables`. */
export async function tablesWithLatestScores(
  db: Database,
  workspace: WorkspaceId,
  limit: number,
): Promise<readonly LatestTable[]> {
  const tables = await selectTablesByScore(db, workspace, limit)
  return tables.flatMap(({ table_id, at }) => (at === null ? [] : { table_id, at, isUnderWay: false }))
}
