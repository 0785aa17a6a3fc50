import type { GivenScoreRow } from '../../db/index.ts'

export type ListedScore = Pick<GivenScoreRow, 'name' | 'type' | 'number' | 'text'>

/** The value as the API has it. */
export const scoreValue = ({ type, number, text }: Omit<ListedScore, 'name'>) =>
  type === 'boolean' ? number === 1 : type === 'number' ? number! : text!
