import type { ScoreTold } from '../../contract/index.ts'
import type { selectLatestCalculations } from '../sheets/storage/change-queries.ts'

type Latest = Awaited<ReturnType<typeof selectLatestCalculations>>

/** What a listener was told of the calculations of a sheet; of each source it is told the newest. */
export class ScoreProgress {
  readonly #told = new Map<ScoreTold['source'], string>()

  /** What is other than it was told: at first, everything. */
  tell(latest: Latest): readonly ScoreTold[] {
    return statesOf(latest).filter((state) => {
      const text = JSON.stringify(state)
      if (this.#told.get(state.source) === text) return false
      this.#told.set(state.source, text)
      return true
    })
  }
}

const statesOf = ({ ofCard, ofScore }: Latest): ScoreTold[] => [
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
