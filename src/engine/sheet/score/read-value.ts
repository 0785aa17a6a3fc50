import { isObject, plain, scoreOf, toNumber } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import { meanOfAll } from './mean.ts'

export type AssertionAggregation = 'all' | 'any' | 'mean'

/** Texts that count as true and false; compared trimmed, in lower case. Source: columns.md 2.9. */
export interface Tokens {
  readonly true: ReadonlySet<string>
  readonly false: ReadonlySet<string>
}

export const DEFAULT_TOKENS: Tokens = {
  true: new Set(['pass', 'yes', 'true']),
  false: new Set(['fail', 'no', 'false']),
}

/**
 * The configured texts. A list that is not configured (null) has the default texts, without the texts configured for the
 * opposite value.
 */
export function tokensOf(
  trueValues: readonly string[] | null,
  falseValues: readonly string[] | null,
): Tokens {
  const set = (values: readonly string[]) => new Set(values.map((value) => value.trim().toLowerCase()))
  const [isTrue, isFalse] = [set(trueValues ?? []), set(falseValues ?? [])]
  return {
    true: trueValues ? isTrue : without(DEFAULT_TOKENS.true, isFalse),
    false: falseValues ? isFalse : without(DEFAULT_TOKENS.false, isTrue),
  }
}

const without = (all: ReadonlySet<string>, excluded: ReadonlySet<string>) =>
  new Set([...all].filter((text) => !excluded.has(text)))

/** True or false; null if the value is neither. */
export function readBoolean(value: Json, tokens: Tokens): boolean | null {
  const inner = plain(value)
  if (typeof inner === 'boolean') return inner
  if (typeof inner !== 'string') return null
  const text = inner.trim().toLowerCase()
  if (tokens.true.has(text)) return true
  return tokens.false.has(text) ? false : null
}

/**
 * A finite number, or null; several scores in one cell count as their mean. Booleans and blank texts are not numbers.
 */
export const readNumber = (value: Json): number | null => toNumber(scoreOf(value)) ?? meanScore(value)

/** Several assertions scored by a judge, each an object with its score. */
function meanScore(value: Json): number | null {
  if (!isObject(value)) return null
  const items = Object.values(value)
  const scores = items.flatMap((item) => (isObject(item) ? (toNumber(scoreOf(item)) ?? []) : []))
  if (items.length === 0 || scores.length < items.length) return null
  return meanOfAll(scores)
}

/** The value without the reasons of its row, for counting equal values. */
export function labelOf(value: Json): Json {
  const isJudged = isObject(value) && typeof value['label'] === 'string' && Object.hasOwn(value, 'reasoning')
  return isJudged ? value['label']! : plain(value)
}

/** Several assertions in one cell: assertion to verdict; null for any other value. */
export function readAssertions(value: Json, tokens: Tokens): readonly boolean[] | null {
  if (!isObject(value) || scoreOf(value) !== value) return null
  const verdicts = Object.values(value).map((item) => readBoolean(item, tokens))
  return verdicts.length > 0 && verdicts.every((verdict) => verdict !== null) ? (verdicts as boolean[]) : null
}

/** Assertions as one number from 0 to 1, by the chosen aggregation. */
export function aggregateAssertions(verdicts: readonly boolean[], aggregation: AssertionAggregation): number {
  const passed = verdicts.filter((verdict) => verdict).length
  if (aggregation === 'mean') return passed / verdicts.length
  return Number(aggregation === 'all' ? passed === verdicts.length : passed > 0)
}
