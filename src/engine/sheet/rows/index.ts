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
