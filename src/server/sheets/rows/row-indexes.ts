import { badField } from '../../../engine/refusal.ts'

/** Returns the indexes sorted and without duplicates. @throws Refusal 'bad_request' if a row does not exist. */
export function readRowIndexes(indexes: readonly number[], rowCount: number): number[] {
  const missingRow = indexes.find((index) => index >= rowCount)
  if (missingRow !== undefined)
    throw badField('row_indices', `row_indices: the sheet has no row ${missingRow}.`)
  return [...new Set(indexes)].sort((a, b) => a - b)
}
