import type { Database, SheetRow } from '../db/index.ts'

type Sheet = Pick<SheetRow, 'workspace_id' | 'number'>

/** The newest calculation of the scorecard and of the score, in any status. */
export async function selectLatestCalculations(db: Database, { workspace_id, number }: Sheet) {
  const [ofCard, ofScore] = await Promise.all([
    db
      .selectFrom('scorecard_calculations')
      .select(['id', 'status', 'scored_rows', 'total_rows'])
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('score_calculations')
      .select(['id', 'status'])
      .where('workspace_id', '=', workspace_id)
      .where('sheet', '=', number)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { ofCard, ofScore }
}
