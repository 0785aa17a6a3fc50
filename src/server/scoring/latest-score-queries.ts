import { sql } from 'kysely'
import type { Database } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'

/** The last two scores of each sheet with a configuration, newest first. */
export async function selectLatestScores(db: Database, workspace: WorkspaceId, sheets: readonly number[]) {
  if (sheets.length === 0) return []
  return db
    .selectFrom('sheet_scores')
    .innerJoin('score_calculations', (join) =>
      join
        .onRef('score_calculations.workspace_id', '=', 'sheet_scores.workspace_id')
        .onRef('score_calculations.sheet', '=', 'sheet_scores.sheet')
        .on(
          'score_calculations.id',
          'in',
          sql<string>`(select id from score_calculations as newest
            where newest.workspace_id = sheet_scores.workspace_id and newest.sheet = sheet_scores.sheet
            and newest.status = 'completed' order by newest.id desc limit 2)`,
        ),
    )
    .select([
      'score_calculations.sheet',
      'overall_score as score',
      'completed_at',
      'sheet_revision',
      // Custom code has no coverage, and its result may be large, so it is not read.
      sql<string | null>`case when score_calculations.score_type <> 'custom' then result end`.as('result'),
    ])
    .where('sheet_scores.workspace_id', '=', workspace)
    .where('sheet_scores.sheet', 'in', sheets)
    .orderBy('score_calculations.sheet')
    .orderBy('score_calculations.id', 'desc')
    .execute()
}

/** The last two calculations of each current scorecard, newest first. */
export async function selectLatestCards(db: Database, workspace: WorkspaceId, sheets: readonly number[]) {
  if (sheets.length === 0) return []
  return db
    .selectFrom('scorecards')
    .innerJoin('scorecard_calculations', (join) =>
      join
        .onRef('scorecard_calculations.workspace_id', '=', 'scorecards.workspace_id')
        .onRef('scorecard_calculations.sheet', '=', 'scorecards.sheet')
        .on(
          'scorecard_calculations.number',
          'in',
          sql<number>`(select number from scorecard_calculations as newest
            where newest.workspace_id = scorecards.workspace_id and newest.sheet = scorecards.sheet
            and newest.scorecard_id = scorecards.id and newest.status = 'completed'
            order by newest.number desc limit 2)`,
        ),
    )
    .select('scorecards.sheet as sheet')
    .selectAll('scorecard_calculations')
    .where('scorecards.workspace_id', '=', workspace)
    .where('scorecards.sheet', 'in', sheets)
    .where('scorecards.deleted_at', 'is', null)
    .orderBy('scorecards.sheet')
    .orderBy('scorecard_calculations.number', 'desc')
    .execute()
}

/** Tables in the order of their newest score, newest first. `at` is null without a score. */
export async function selectTablesByScore(db: Database, workspace: WorkspaceId, limit: number) {
  const ofScore = sql<number | null>`(select newest.completed_at from score_calculations as newest
    where newest.workspace_id = sheets.workspace_id and newest.sheet = sheets.number
    and newest.status = 'completed' and exists (select 1 from sheet_scores
      where workspace_id = sheets.workspace_id and sheet = sheets.number)
    order by newest.id desc limit 1)`
  const ofCard = sql<number | null>`(select newest.completed_at from scorecard_calculations as newest
    where newest.workspace_id = sheets.workspace_id and newest.sheet = sheets.number
    and newest.status = 'completed' and newest.scorecard_id = (select id from scorecards
      where workspace_id = sheets.workspace_id and sheet = sheets.number and deleted_at is null)
    order by newest.number desc limit 1)`
  const lists = [ofScore, ofCard].map((newest) =>
    db
      .selectFrom('sheets')
      .select(['table_id', sql<number | null>`max(${newest})`.as('at')])
      .where('workspace_id', '=', workspace)
      .where('deleted_at', 'is', null)
      .groupBy('table_id')
      .orderBy('at', (order) => order.desc().nullsLast())
      .limit(limit)
      .execute(),
  )
  return (await Promise.all(lists)).flat()
}
