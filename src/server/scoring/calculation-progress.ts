import type { ScoreProgressEvent } from '../../contract/index.ts'
import type { SheetRow, Store } from '../db/index.ts'
import type { ScoreProgress } from '../sheets/index.ts'
import { selectLatestCalculations } from './calculation-progress-queries.ts'

type Latest = Awaited<ReturnType<typeof selectLatestCalculations>>

/** The newest calculation of each source as last sent to one listener. */
export class CalculationProgress implements ScoreProgress {
  readonly #sent = new Map<ScoreProgressEvent['source'], string>()

  async changes({ db }: Store, sheet: SheetRow): Promise<readonly ScoreProgressEvent[]> {
    return statesOf(await selectLatestCalculations(db, sheet)).filter((state) => {
      const text = JSON.stringify(state)
      if (this.#sent.get(state.source) === text) return false
      this.#sent.set(state.source, text)
      return true
    })
  }
}

const statesOf = ({ ofCard, ofScore }: Latest): ScoreProgressEvent[] => [
  ...(ofCard
    ? [
        {
          source: 'scorecard' as const,
          calculation_id: ofCard.id,
          status: ofCard.status,
          scored_rows: ofCard.scored_rows,
          total_rows: ofCard.total_rows,
        },
      ]
    : []),
  ...(ofScore
    ? [
        {
          source: 'score' as const,
          calculation_id: ofScore.id,
          status: ofScore.status,
          scored_rows: null,
          total_rows: null,
        },
      ]
    : []),
]
