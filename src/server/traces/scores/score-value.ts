import type { GivenScoreRow } from '../../db/index.ts'

export type ListedScore = Pick<GivenScoreRow, 'name' | 'type' | 'number' | 'text'>

/** The value of a score in the form of the API. */
export const scoreValue = ({ type, number, text }: Omit<ListedScore, 'name'>) =>
  type === 'boolean' ? number === 1 : type === 'number' ? number! : text!
