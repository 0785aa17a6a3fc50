/** A door for plain values, which tests read outside a browser. */
export { kindOf } from './column-kind.ts'
export { isComputed } from './grid/column.ts'
export { percent, scoreText } from './score-text.ts'
