/** Sets of rows as ranges. */

export { DistributionTally } from './distribution.ts'
export {
  isOfOtherVersion,
  type PromptVersion,
  type StoredPromptVersion,
  storedVersion,
} from './prompt-version.ts'
export { RowGroups } from './row-groups.ts'

export {
  compareSortKeys,
  type QueriedCell,
  type RowSortKey,
  rowCondition,
  rowSortKey,
} from './row-query.ts'
export {
  countRows,
  eachRow,
  intersection,
  isEmpty,
  oneRow,
  type RowRange,
  type RowSet,
  rowsBetween,
  rowsOf,
  union,
} from './row-set.ts'
