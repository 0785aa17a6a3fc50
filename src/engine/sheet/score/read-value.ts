import type { Json } from '../../columns/json.ts'

export type AssertionAggregation = 'all' | 'any' | 'mean'

/** Which texts stand for true and false; compared trimmed, in lower case. Source: columns.md 2.9. */
export interface Tokens {
  readonly true: ReadonlySet<string>
  readonly false: ReadonlySet<string>
}

export const DEFAULT_TOKENS: Tokens = {
  true: new Set(['pass', 'yes', 'true']),
  false: new Set(['fail', 'no', 'false']),
}

export function tokensOf(
  trueValues: readonly string[] | null,
  falseValues: readonly string[] | null,
): Tokens {
  const set = (values: readonly string[]) => new Set(values.map((value) => value.trim().toLowerCase()))
  return {
    true: trueValues ? set(trueValues) : DEFAULT_TOKENS.true,
    false: falseValues ? set(falseValues) : DEFAULT_TOKENS.false,
  }
}

/** Nothing was put in: such a cell is left out and counted as left out, never taken for false or true. */
export const isBlank = (value: Json): boolean =>
  value === null || (typeof value === 'string' && value.trim() === '')

/** True or false, or null when the value is neither. */
export function readBoolean(value: Json, tokens: Tokens): boolean | null {
  const plain = verdictIn(value)
  if (typeof plain === 'boolean') return plain
  if (typeof plain !== 'string') return null
  const text = plain.trim().toLowerCase()
  if (tokens.true.has(text)) return true
  return tokens.false.has(text) ? false : null
}

/** A finite number, or null. A boolean is no number, and neither is a blank text. */
export function readNumber(value: Json): number | null {
  const plain = verdictIn(value)
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : null
  if (typeof plain !== 'string' || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(plain)) return null
  const number = Number(plain)
  return Number.isFinite(number) ? number : null
}

/** Several assertions in one cell: assertion to verdict. Null when it is not that. */
export function readAssertions(value: Json, tokens: Tokens): readonly boolean[] | null {
  if (!isRecord(value) || isWrapped(value)) return null
  const verdicts = Object.values(value).map((item) => readBoolean(item, tokens))
  return verdicts.length > 0 && verdicts.every((verdict) => verdict !== null) ? (verdicts as boolean[]) : null
}

/** Assertions as a number from 0 to 1. */
export function aggregateAssertions(verdicts: readonly boolean[], how: AssertionAggregation): number {
  const passed = verdicts.filter((verdict) => verdict).length
  if (how === 'mean') return passed / verdicts.length
  return Number(how === 'all' ? passed === verdicts.length : passed > 0)
}

/** The verdict of a cell that carries more than it: a comparison with its diff, an assertion with its reason. */
function verdictIn(value: Json): Json {
  let at = value
  for (let level = 0; level < 4 && isRecord(at); level++) {
    const key = wrappers.find((name) => Object.hasOwn(at as object, name))
    if (key === undefined) return at
    at = at[key]!
  }
  return at
}

const wrappers = ['comparison_result', 'value', 'score'] as const

const isWrapped = (value: Readonly<Record<string, Json>>): boolean =>
  wrappers.some((name) => Object.hasOwn(value, name))

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
