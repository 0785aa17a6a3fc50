import { exactResult, isBeyondDoubles } from '../../json/arithmetic.ts'
import { type JsonNumber, nearest, orderOfNumbers } from '../../json/exact-number.ts'
import { jsonEqual } from '../../json/json-equal.ts'
import { compileJsonPath, type JsonPath } from '../../patterns/json-path/index.ts'
import type { Step } from '../column.ts'
import { jsonDifferences, textDifference } from '../difference/differences.ts'
import { jsonScore } from '../difference/json-score.ts'
import { failed } from '../failures.ts'
import type { Json } from '../json.ts'
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

export function otherBecause(reason: string): Json {
  return { comparison_result: false, diff: { reason } }
}

function textComparer(valueIfSame: boolean): Comparer {
  return (left, right) => {
    const one = toText(left.value)
    const other = toText(right.value)
    if (one === other) return value(valueIfSame ? SAME : OTHER)
    return value({ comparison_result: !valueIfSame, diff: textDifference(one, other) })
  }
}

const similarities = { levenshtein: levenshteinSimilarity, bleu, sacrebleu, rouge_l: rougeL }

function similarityComparer(name: keyof typeof similarities): Comparer {
  const measure = similarities[name]
  return (left, right) => {
    const distance = measure(toText(left.value), toText(right.value))
    return distance === 'too-large'
      ? failed('too_large', 'The texts are too long for this similarity.')
      : value(distance)
  }
}

const operators = {
  GT: (order: number) => order > 0,
  GTE: (order: number) => order >= 0,
  LT: (order: number) => order < 0,
  LTE: (order: number) => order <= 0,
}

function numberComparer(comparison: Comparison, negated: boolean): Comparer {
  const operator = comparison.operator ?? 'EQ'
  const absolute = comparison.tolerance?.absolute ?? 0
  const relative = comparison.tolerance?.relative ?? 0
  const isTolerant = absolute > 0 || relative > 0
  return (left, right) => {
    const one = toExactNumber(left.value)
    if (one === undefined) return notNumber(left)
    const other = toExactNumber(right.value)
    if (other === undefined) return notNumber(right)
    const order = orderOfNumbers(one, other)
    const equal = order === 0 || (isTolerant && isNear(one, other, absolute, relative))
    const isTrue = operator === 'EQ' ? equal : operator === 'NE' ? !equal : operators[operator](order)
    return value(isTrue === negated ? SAME : OTHER)
  }
}

/** Numbers that doubles would round are subtracted exactly; doubles would give 0. */
function isNear(left: JsonNumber, right: JsonNumber, absolute: number, relative: number): boolean {
  const [one, other] = [nearest(left), nearest(right)]
  const tolerated = Math.max(absolute, relative * Math.max(Math.abs(one), Math.abs(other)))
  if (!isBeyondDoubles(left, right, one - other)) return Math.abs(one - other) <= tolerated
  const distance = exactResult('-', left, right)
  if (distance === null) return Math.abs(one - other) <= tolerated
  return orderOfNumbers(distance, tolerated) <= 0 && orderOfNumbers(distance, -tolerated) >= 0
}

function notNumber(side: Side): Step {
  if (isEmpty(side.value)) return failed('missing_value', `${side.name} has no value.`)
  return failed('not_a_number', `${side.name} is not a number.`)
}

/**
 * A side that is not JSON, or that lacks the path while the other has it, does not match, negated or not.
 * A path that neither side has is a failure.
 */
function jsonComparer(path: JsonPath | null, graded: boolean, valueIfSame: boolean): Comparer {
  const nothing = (reason: string): Step => (graded ? value(0, { reason }) : value(otherBecause(reason)))
  return (left, right) => {
    const one = toJson(left.value)
    const other = toJson(right.value)
    if (one === undefined) return nothing(`${left.name} is not JSON.`)
    if (other === undefined) return nothing(`${right.name} is not JSON.`)
    if (path === null) return compareJson(one, other, graded, valueIfSame)
    const first = findPath(path, one)
    if (!Array.isArray(first)) return first as Step
    const second = findPath(path, other)
    if (!Array.isArray(second)) return second as Step
    if (first.length === 0 && second.length === 0)
      return failed('no_match', 'The path finds nothing on either side.')
    if (first.length === 0) return nothing(`The path finds nothing in ${left.name}.`)
    if (second.length === 0) return nothing(`The path finds nothing in ${right.name}.`)
    const several = first.length > 1 || second.length > 1
    return several
      ? compareJson(first, second, graded, valueIfSame)
      : compareJson(first[0], second[0], graded, valueIfSame)
  }
}

function compareJson(left: Json, right: Json, graded: boolean, valueIfSame: boolean): Step {
  if (graded) return value(jsonScore(left, right))
  if (jsonEqual(left, right)) return value(valueIfSame ? SAME : OTHER)
  return value({ comparison_result: !valueIfSame, diff: jsonDifferences(left, right) })
}
