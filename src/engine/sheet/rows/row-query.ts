import { isBlank } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import { compareText, naturalKey } from '../../natural-order.ts'
import { Refusal } from '../../refusal.ts'
import { DEFAULT_TOKENS, readAssertions, readBoolean, readNumber } from '../score/read-value.ts'
import type { CellState } from '../states/index.ts'
import { comparingOperators, type RowOperator } from './row-operators.ts'

export interface QueriedCell {
  readonly status: CellState
  readonly value: Json
  /** The value as people read it. */
  readonly text: string
  /** True if the value comes from another version of the prompt than the column uses. */
  readonly isOfOtherVersion: boolean
}

/**
 * A test of a cell; texts are compared without regard to case.
 * @throws Refusal 'invalid' at `loc` if the operator lacks its value, or its number.
 */
export function rowCondition(
  operator: RowOperator,
  value: string | undefined,
  loc: readonly (string | number)[],
): (cell: QueriedCell) => boolean {
  const isNumber = operator === 'above' || operator === 'below'
  if (comparingOperators.has(operator) && value === undefined)
    throw new Refusal('invalid', `${operator} needs a value.`, { loc })
  if (isNumber && (value!.trim() === '' || !Number.isFinite(Number(value))))
    throw new Refusal('invalid', `${operator} needs a number.`, { loc })
  return (cell) => passesOperator(cell, operator, value ?? '')
}

function passesOperator(
  { status, value, text, isOfOtherVersion }: QueriedCell,
  operator: RowOperator,
  operand: string,
): boolean {
  const [cellText, operandText] = [text.toLowerCase(), operand.toLowerCase()]
  switch (operator) {
    case 'contains':
      return cellText.includes(operandText)
    case 'not_contains':
      return !cellText.includes(operandText)
    case 'is':
      return cellText === operandText
    case 'is_not':
      return cellText !== operandText
    case 'above':
      return (readNumber(value) ?? Number.NaN) > Number(operand)
    case 'below':
      return (readNumber(value) ?? Number.NaN) < Number(operand)
    case 'empty':
      return isBlank(value)
    case 'not_empty':
      return !isBlank(value)
    case 'passes':
      return status === 'COMPLETED' && verdictOf(value) === true
    case 'fails':
      return status === 'FAILED' || (status === 'COMPLETED' && verdictOf(value) === false)
    case 'failed':
      return status === 'FAILED'
    case 'stale':
      return status === 'STALE'
    case 'other_version':
      return isOfOtherVersion
  }
}

/** Several assertions in one cell pass only together. */
export function verdictOf(value: Json): boolean | null {
  const assertions = readAssertions(value, DEFAULT_TOKENS)
  return assertions ? assertions.every((passed) => passed) : readBoolean(value, DEFAULT_TOKENS)
}

/** Numbers come before texts, and cells without a value after both, in either direction. */
export type RowSortKey = number | string | null

export function rowSortKey({ value, text }: Pick<QueriedCell, 'value' | 'text'>): RowSortKey {
  if (isBlank(value)) return null
  const verdict = verdictOf(value)
  return verdict === null ? (readNumber(value) ?? naturalKey(text)) : Number(verdict)
}

export function compareSortKeys(a: RowSortKey, b: RowSortKey, direction: 'asc' | 'desc'): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  const order = typeof a === 'number' ? a - (b as number) : compareText(a, b as string)
  return direction === 'asc' ? order : -order
}
