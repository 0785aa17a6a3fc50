/** Sets of rows as ranges. */

export {
  countRows,
  eachRow,
  intersection,
  isEmpty,
  NO_ROWS,
  oneRow,
  type RowRange,
  type RowSet,
  rowsBetween,
  rowsOf,
  union,
} from './row-set.ts'
