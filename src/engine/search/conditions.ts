import type { Expression, NumberField, Range, TextField } from './expression.ts'
import { type Field, type FieldKind, type FilterOperator, isNegative, numericOperators } from './fields.ts'
import {
  invalidFilter,
  range,
  readFacetText,
  readFacetTexts,
  readList,
  readMoments,
  readNumber,
  readPair,
  readText,
} from './values.ts'
import { fold, messageRoles } from './words.ts'

/** One filter of a group; its operator fits its field. */
export interface Condition {
  readonly operator: FilterOperator
  readonly value: unknown
  readonly nestedKey: unknown
  /** Path of the filter in the request. */
  readonly path: string
}

/** Tests of one score by its name. */
export type ScoreTest = Extract<Expression, { type: 'score' | 'score_text' }>

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>

const not = (of: Expression): Expression => ({ type: 'not', of })
const noMatch: Expression = { type: 'any', of: [] }

/** Converts one filter to an expression. @throws Refusal 'bad_request' for a value that does not fit the field. */
export function conditionOf(field: Field, condition: Condition): Expression {
  const positive = positiveOf(field, condition)
  return isNegative(condition.operator) ? not(positive) : positive
}

function positiveOf(field: Field, condition: Condition): Expression {
  switch (field.kind) {
    case 'string':
      return { type: 'value', field: field.field, in: textsOf(condition) }
    case 'optional':
      return { type: 'optional', field: field.field, in: textsOf(condition) }
    case 'score':
      return { type: 'score', name: scoreName(condition), range: scoreRange(condition) }
    case 'score_value':
      return scoreValueCondition(condition)
    case 'score_words':
      return scoreWordsCondition(condition)
    case 'text':
      return textCondition(field, condition)
    case 'boolean':
      return { type: 'shape', is: field.shape }
    case 'number':
    case 'id':
      return numberCondition(field.field, condition)
    case 'time':
      return { type: 'number', field: field.field, range: timeRange(condition) }
    case 'array':
      return arrayCondition(field, condition)
    case 'nested':
      return nestedCondition(field, condition)
  }
}

type ValueCondition = Pick<Condition, 'operator' | 'value' | 'path'>

const valuePath = ({ path }: ValueCondition): string => `${path}.value`

/** The single value, or the values of in and not_in. */
function valuesOf<T>(condition: Condition, read: (value: unknown, path: string) => T): T[] {
  const { operator, value } = condition
  const isList = operator === 'in' || operator === 'not_in'
  return isList ? readList(value, valuePath(condition), read) : [read(value, valuePath(condition))]
}

const textsOf = (condition: Condition): string[] => valuesOf(condition, readText)
const facetTextsOf = (condition: Condition): string[] => valuesOf(condition, readFacetTexts).flat()

function textCondition({ field }: FieldOf<'text'>, condition: Condition): Expression {
  const text = fold(readText(condition.value, valuePath(condition)))
  if (text === '') throw invalidFilter(valuePath(condition), 'must not be empty')
  if (field === null) return noMatch
  if (condition.operator === 'starts_with') return startsWith(field, text)
  return { type: 'text', field, at: condition.operator === 'ends_with' ? 'end' : 'anywhere', text }
}

/** The input begins with the role of its first message in brackets; the filter may include or omit it. */
function startsWith(field: TextField, text: string): Expression {
  const beginnings =
    field === 'input_text' ? [text, ...messageRoles.map((role) => `[${role}] ${text}`)] : [text]
  return { type: 'any', of: beginnings.map((text) => ({ type: 'text', field, at: 'start', text })) }
}

function numberCondition(field: NumberField, condition: Condition): Expression {
  if (condition.operator === 'is_null' || condition.operator === 'is_not_null')
    return { type: 'present', field }
  const isList = condition.operator === 'in' || condition.operator === 'not_in'
  if (!isList) return { type: 'number', field, range: numberRange(condition) }
  const numbers = new Set(readList(condition.value, valuePath(condition), readNumber))
  const [first] = numbers
  return numbers.size === 1
    ? { type: 'number', field, range: range(first!, first!) }
    : { type: 'number_in', field, in: [...numbers] }
}

const scoreRange = (condition: Condition): Range | null =>
  condition.operator === 'is_null' || condition.operator === 'is_not_null' ? null : numberRange(condition)

/** The name of the score that is compared; null: any. */
function scoreName({ nestedKey, path }: Condition): string | null {
  return nestedKey == null || nestedKey === '' ? null : readText(nestedKey, `${path}.nested_key`)
}

/** Compares the number of a score, or its category, yes or no. Its name is required. */
export function scoreValueCondition(condition: Condition): ScoreTest {
  const { operator, nestedKey, path } = condition
  if (nestedKey == null || nestedKey === '')
    throw invalidFilter(`${path}.nested_key`, 'is required for this field')
  const name = readText(nestedKey, `${path}.nested_key`)
  if (operator === 'is_empty' || operator === 'is_not_empty') return { type: 'score', name, range: null }
  return isNumeric(operator)
    ? { type: 'score', name, range: numberRange(condition) }
    : { type: 'score_text', name, in: valuesOf(condition, readScoreText) }
}

/** Looks for a text in the categories, texts and comments of scores. */
export function scoreWordsCondition(condition: Condition): Extract<Expression, { type: 'score_words' }> {
  const text = readText(condition.value, valuePath(condition))
  if (text.trim() === '') throw invalidFilter(valuePath(condition), 'must not be empty')
  return { type: 'score_words', name: scoreName(condition), text }
}

/** JSON's true and false are yes and no. */
const readScoreText = (value: unknown, path: string): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : readText(value, path)

/** Numbers that satisfy a comparison; `between` includes both ends. */
export function numberRange(condition: ValueCondition): Range {
  const path = valuePath(condition)
  if (condition.operator === 'between') return range(...readPair(condition.value, path, readNumber))
  const number = readNumber(condition.value, path)
  switch (condition.operator) {
    case 'gt':
      return range(number, null, { includesFrom: false })
    case 'gte':
      return range(number, null)
    case 'lt':
      return range(null, number, { includesTo: false })
    case 'lte':
      return range(null, number)
    default:
      return range(number, number)
  }
}

const isNumeric = (operator: FilterOperator): boolean =>
  (numericOperators as readonly FilterOperator[]).includes(operator)

/** Times that satisfy a comparison, in milliseconds; a date without a time is its whole day in UTC. */
export function timeRange(condition: ValueCondition): Range {
  const path = valuePath(condition)
  if (condition.operator === 'between') {
    const [first, last] = readPair(condition.value, path, readMoments)
    return range(first.start, last.end, { includesTo: last.includesEnd })
  }
  const { start, end, includesEnd } = readMoments(condition.value, path)
  if (condition.operator === 'before') return range(null, start, { includesTo: false })
  if (condition.operator === 'after') return range(end, null, { includesFrom: !includesEnd })
  return range(start, end, { includesTo: includesEnd })
}

function arrayCondition({ facet: kind, of }: FieldOf<'array'>, condition: Condition): Expression {
  const { operator } = condition
  if (operator === 'is_empty' || operator === 'is_not_empty') return { type: 'facet_any', kind, key: null }
  const names = facetTextsOf(condition)
  return of === 'keys' ? { type: 'facet_key', kind, in: names } : { type: 'facet', kind, key: '', in: names }
}

function nestedCondition({ facet: kind }: FieldOf<'nested'>, condition: Condition): Expression {
  const keyPath = `${condition.path}.nested_key`
  if (condition.nestedKey == null || condition.nestedKey === '')
    throw invalidFilter(keyPath, 'is required for this field')
  const key = readFacetText(condition.nestedKey, keyPath)
  if (condition.operator === 'is_empty' || condition.operator === 'is_not_empty')
    return { type: 'facet_any', kind, key }
  if (isNumeric(condition.operator)) return { type: 'facet_number', kind, key, range: numberRange(condition) }
  if (condition.operator !== 'key_contains') return { type: 'facet', kind, key, in: facetTextsOf(condition) }
  const text = fold(readText(condition.value, valuePath(condition)))
  if (text === '') throw invalidFilter(valuePath(condition), 'must not be empty')
  return { type: 'facet_text', kind, key, text }
}
