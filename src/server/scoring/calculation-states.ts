import type { ScoreProgressEvent } from '../../contract/index.ts'
import type { SheetRow, Store } from '../db/index.ts'
import { selectLatestCalculations } from './calculation-states-queries.ts'

/** The state of the newest calculation of the scorecard and of the score. */
export async function calculationStates(
  { db }: Pick<Store, 'db'>,
  sheet: SheetRow,
): Promise<readonly ScoreProgressEvent[]> {
  const { ofCard, ofScore } = await selectLatestCalculations(db, sheet)
  const states: ScoreProgressEvent[] = []
  if (ofCard) {
    const { id, status, scored_rows, total_rows } = ofCard
    states.push({ source: 'scorecard', calculation_id: id, status, scored_rows, total_rows })
  }
  if (ofScore) {
    const { id, status } = ofScore
    states.push({ source: 'score', calculation_id: id, status, scored_rows: null, total_rows: null })
  }
  return states
}
