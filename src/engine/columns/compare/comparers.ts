import { exactResult, isBeyondDoubles } from '../../json/arithmetic.ts'
import { type JsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { compileJsonPath, type JsonPath } from '../../patterns/json-path/index.ts'
import type { Step } from '../column.ts'
import { jsonDifferences, textDifference } from '../difference/differences.ts'
import { jsonScore } from '../difference/json-score.ts'
import { failed } from '../failures.ts'
import { findPath } from '../paths.ts'
import { bleu, sacrebleu } from '../similarity/bleu.ts'
import { levenshteinSimilarity } from '../similarity/levenshtein.ts'
import { rougeL } from '../similarity/rouge.ts'
import { value } from '../steps.ts'
import { isEmpty, toExactNumber, toJson, toText } from '../values/coercions.ts'
import type { CompareConfig } from './config.ts'

/** One side of a comparison, with its name in messages. */
export interface Side {
  readonly value: Json
  readonly name: string
}

export type Comparer = (left: Side, right: Side) => Step

type Comparison = CompareConfig['comparison_type']

/** Builds the comparison of a column. `valueIfSame` is false for the negated comparison. */
export function comparerOf(comparison: Comparison, valueIfSame: boolean): Comparer {
  if (comparison.type === 'NUMBER') return numberComparer(comparison, valueIfSame)
  if (comparison.type === 'STRING') {
    return comparison.similarity ? similarityComparer(comparison.similarity) : textComparer(valueIfSame)
  }
  const path = comparison.json_path ? compileJsonPath(comparison.json_path) : null
  return jsonComparer(path, comparison.mode === 'score', valueIfSame)
}

const SAME: Json = Object.freeze({ comparison_result: true })
const OTHER: Json = Object.freeze({ comparison_result: false })

export function differenceBecause(reason: string): Json {
  return { comparison_result: false, diff: { reason } }
}

function textComparer(valueIfSame: boolean): Comparer {
  return (left, right) => {
    const leftText = toText(left.value)
    const rightText = toText(right.value)
    if (leftText === rightText) return value(valueIfSame ? SAME : OTHER)
    return value({ comparison_result: !valueIfSame, diff: textDifference(leftText, rightText) })
  }
}

const similarities = { levenshtein: levenshteinSimilarity, bleu, sacrebleu, rouge_l: rougeL }

function similarityComparer(name: keyof typeof similarities): Comparer {
  const measure = similarities[name]
  return (left, right) => {
    const similarity = measure(toText(left.value), toText(right.value))
    return similarity === 'too-large'
      ? failed('too_large', 'The texts are too long for this similarity.')
      : value(similarity)
  }
}

const operators = {
  GT: (order: number) => order > 0,
  GTE: (order: number) => order >= 0,
  LT: (order: number) => order < 0,
  LTE: (order: number) => order <= 0,
}

function numberComparer(comparison: Comparison, valueIfSame: boolean): Comparer {
  const operator = comparison.operator ?? 'EQ'
  const absolute = comparison.tolerance?.absolute ?? 0
  const relative = comparison.tolerance?.relative ?? 0
  const isTolerant = absolute > 0 || relative > 0
  return (left, right) => {
    const leftNumber = toExactNumber(left.value)
    if (leftNumber === undefined) return notNumber(left)
    const rightNumber = toExactNumber(right.value)
    if (rightNumber === undefined) return notNumber(right)
    const order = orderOfNumbers(leftNumber, rightNumber)
    const equal = order === 0 || (isTolerant && isNear(leftNumber, rightNumber, absolute, relative))
    const isTrue = operator === 'EQ' ? equal : operator === 'NE' ? !equal : operators[operator](order)
    return value(isTrue === valueIfSame ? SAME : OTHER)
  }
}

/** Numbers that doubles would round are subtracted exactly; doubles would give 0. */
function isNear(left: JsonNumber, right: JsonNumber, absolute: number, relative: number): boolean {
  const [leftDouble, rightDouble] = [nearest(left), nearest(right)]
  const maxDistance = Math.max(absolute, relative * Math.max(Math.abs(leftDouble), Math.abs(rightDouble)))
  if (!isBeyondDoubles(left, right, leftDouble - rightDouble))
    return Math.abs(leftDouble - rightDouble) <= maxDistance
  const distance = exactResult('-', left, right)
  if (distance === null) return Math.abs(leftDouble - rightDouble) <= maxDistance
  return orderOfNumbers(distance, maxDistance) <= 0 && orderOfNumbers(distance, -maxDistance) >= 0
}

function notNumber(side: Side): Step {
  if (isEmpty(side.value)) return failed('missing_value', `${side.name} has no value.`)
  return failed('not_a_number', `${side.name} is not a number.`)
}

/**
 * A side that is not JSON, or that lacks a path of the other side, fails the comparison, negated or not.
 * A path that neither side has is a failure.
 */
function jsonComparer(path: JsonPath | null, graded: boolean, valueIfSame: boolean): Comparer {
  const mismatch = (reason: string): Step =>
    graded ? value(0, { reason }) : value(differenceBecause(reason))
  return (left, right) => {
    const leftJson = toJson(left.value)
    const rightJson = toJson(right.value)
    if (leftJson === undefined) return mismatch(`${left.name} is not JSON.`)
    if (rightJson === undefined) return mismatch(`${right.name} is not JSON.`)
    if (path === null) return compareJson(leftJson, rightJson, graded, valueIfSame)
    const leftMatches = findPath(path, leftJson)
    if (!Array.isArray(leftMatches)) return leftMatches as Step
    const rightMatches = findPath(path, rightJson)
    if (!Array.isArray(rightMatches)) return rightMatches as Step
    if (leftMatches.length === 0 && rightMatches.length === 0)
      return failed('no_match', 'The path finds nothing on either side.')
    if (leftMatches.length === 0) return mismatch(`The path finds nothing in ${left.name}.`)
    if (rightMatches.length === 0) return mismatch(`The path finds nothing in ${right.name}.`)
    const hasSeveralMatches = leftMatches.length > 1 || rightMatches.length > 1
    return hasSeveralMatches
      ? compareJson(leftMatches, rightMatches, graded, valueIfSame)
      : compareJson(leftMatches[0], rightMatches[0], graded, valueIfSame)
  }
}

function compareJson(left: Json, right: Json, graded: boolean, valueIfSame: boolean): Step {
  if (graded) return value(jsonScore(left, right))
  if (jsonEqual(left, right)) return value(valueIfSame ? SAME : OTHER)
  return value({ comparison_result: !valueIfSame, diff: jsonDifferences(left, right) })
}
