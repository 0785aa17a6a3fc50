import type { ScoreSource, ScoreType } from '../../contract/index.ts'
import type { GivenScoreRow } from '../db/index.ts'

/** Scores that one subject may have. */
export const maxGivenScores = 200

/** A score of `POST /api/public/v2/scores` as lists and exports show it. */
export interface GivenScore {
  readonly name: string
  readonly type: ScoreType
  readonly value: number | boolean | string
  readonly comment: string | null
  readonly source: ScoreSource
}

export const presentGiven = ({
  name,
  type,
  number,
  text,
  comment,
  source,
}: Pick<GivenScoreRow, 'name' | 'type' | 'number' | 'text' | 'comment' | 'source'>): GivenScore => ({
  name,
  type: type as ScoreType,
  value: type === 'boolean' ? number === 1 : type === 'number' ? number! : text!,
  comment,
  source: source as ScoreSource,
})

/** True for a score that `request_scores` has too. */
export const isRequestScore = ({
  subject_type,
  type,
  number,
}: Pick<GivenScoreRow, 'subject_type' | 'type' | 'number'>): boolean =>
  subject_type === 'request' &&
  type === 'number' &&
  Number.isInteger(number) &&
  number! >= 0 &&
  number! <= 100
