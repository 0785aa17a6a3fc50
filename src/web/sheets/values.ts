/** Plain values, exported apart from the views so that tests can import them outside a browser. */
export { kindOf } from './column-kind.ts'
export { isComputed } from './grid/column.ts'
export { isWholeSheet, type RowQuery } from './row-query.ts'
export { knownScore, scoreText } from './score-text.ts'
