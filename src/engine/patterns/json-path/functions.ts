import { type FilterFunction, FunctionExpressionType, Nothing } from 'json-p3'
import { PatternError } from '../pattern-error.ts'
import { compileRegex, type Regex } from '../regex/index.ts'
import { count } from './budget.ts'

const MAX_CACHED = 20

/** Replaces the library's `match` and `search`, whose RegExp can backtrack for years. */
export function registerFunctions(register: Map<string, FilterFunction>): void {
  register.set(
    'match',
    regexFunction((pattern) => `\\A(?:${pattern})\\Z`),
  )
  register.set(
    'search',
    regexFunction((pattern) => pattern),
  )
  const length = register.get('length')!
  register.set('length', {
    argTypes: length.argTypes,
    returnType: length.returnType,
    call(value) {
      if (typeof value === 'string') count(value.length / 100)
      return length.call(value)
    },
  })
}

/** `anchored` adds the anchors of the function to a pattern. */
function regexFunction(anchored: (pattern: string) => string): FilterFunction {
  const compiled = new Map<string, Regex | null>()
  const regexOf = (pattern: string): Regex | null => {
    const cached = compiled.get(pattern)
    if (cached !== undefined) return cached
    count(1_000)
    const regex = compile(anchored(pattern))
    if (compiled.size >= MAX_CACHED) compiled.clear()
    compiled.set(pattern, regex)
    return regex
  }
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(value: unknown, pattern: unknown): boolean {
      if (typeof value !== 'string' || typeof pattern !== 'string' || value === (Nothing as unknown))
        return false
      const regex = regexOf(pattern)
      count(value.length / 10)
      return regex !== null && regex.search(value) === true
    },
  }
}

/** RFC 9535: an invalid pattern matches nothing. */
function compile(pattern: string): Regex | null {
  try {
    return compileRegex(pattern)
  } catch (error) {
    if (error instanceof PatternError) return null
    throw error
  }
}
