/** JSONPath (RFC 9535) with a limit on visited values. */

import { JSONPathEnvironment, JSONPathError, type JSONPathNode, type JSONPathQuery, jsonpath } from 'json-p3'
import { isFields } from '../../json/fields.ts'
import type { Json } from '../../json/json.ts'
import { PatternBudgetError, PatternError } from '../pattern-error.ts'
import { count, currentSearch, startCounting } from './budget.ts'
import { compareExactly } from './exact-comparison.ts'
import { registerFunctions } from './functions.ts'

const MAX_PATH = 2_000
const MAX_MATCHES = 50_000
/** Depth limit of values for `..`. */
const MAX_DEPTH = 120

const environment = new JSONPathEnvironment({ strict: false, maxRecursionDepth: MAX_DEPTH })
registerFunctions(environment.functionRegister)

export interface JsonPath {
  /** The matching values, in order. Throws PatternBudgetError. */
  readonly find: (value: Json) => readonly Json[]
  /** The locations of the matching values, as names and indexes from the root. Throws PatternBudgetError. */
  readonly locate: (value: Json) => readonly (readonly (string | number)[])[]
}

/**
 * Compiles an RFC 9535 path with the library's extensions (`~` for keys, `#` in filters). The leading `$` may be
 * missing, as in Python's libraries. Throws PatternError.
 */
export function compileJsonPath(path: string): JsonPath {
  if (path.length > MAX_PATH) throw new PatternError(`is longer than ${MAX_PATH} characters`)
  const query = parse(withRoot(path.trim()))
  const steps = plainSteps(query)
  if (steps === null) limit(query)
  const locate = (value: Json) => nodesOf(query, value).map(({ location }) => location)
  if (steps !== null) return { find: (value) => walk(value, steps), locate }
  return { find: (value) => nodesOf(query, value).map((node) => node.value as Json), locate }
}

function withRoot(path: string): string {
  if (path === '') throw new PatternError('is empty')
  if (path.startsWith('$')) return path
  return path.startsWith('[') || path.startsWith('.') ? `$${path}` : `$.${path}`
}

function parse(path: string): JSONPathQuery {
  try {
    return environment.compile(path)
  } catch (error) {
    if (error instanceof JSONPathError) throw new PatternError(`is not a JSONPath: ${error.message}`)
    if (error instanceof RangeError) throw new PatternError('nests too deeply')
    throw error
  }
}

function nodesOf(query: JSONPathQuery, value: Json): readonly JSONPathNode[] {
  startCounting()
  const nodes: JSONPathNode[] = []
  try {
    for (const node of query.lazyQuery(value as never)) {
      if (nodes.length >= MAX_MATCHES) throw new PatternBudgetError(`matches more than ${MAX_MATCHES} values`)
      nodes.push(node)
    }
  } catch (error) {
    if (error instanceof JSONPathError) throw new PatternBudgetError(`cannot be followed: ${error.message}`)
    if (error instanceof RangeError) throw new PatternBudgetError('matches too much')
    throw error
  }
  return nodes
}

/** The steps of a path of names and indexes only, which needs no generators; null for any other path. */
function plainSteps(query: JSONPathQuery): readonly (string | number)[] | null {
  const steps: (string | number)[] = []
  for (const segment of query.segments) {
    const selector = segment.selectors[0]
    if (segment.selectors.length !== 1 || segment.constructor.name !== 'ChildSegment') return null
    if (selector instanceof jsonpath.selectors.NameSelector) steps.push(selector.name)
    else if (selector instanceof jsonpath.selectors.IndexSelector) steps.push(selector.index)
    else return null
  }
  return steps
}

function walk(value: Json, steps: readonly (string | number)[]): readonly Json[] {
  let current = value
  for (const step of steps) {
    if (typeof step === 'number') {
      if (!Array.isArray(current)) return []
      const next: Json | undefined = current.at(step)
      if (next === undefined) return []
      current = next
    } else {
      if (!isFields(current) || !Object.hasOwn(current, step)) return []
      current = current[step] as Json
    }
  }
  return [current]
}

/** Makes every selector of a path, and of the paths in its filters, count its matches. */
function limit(query: JSONPathQuery): void {
  for (const segment of query.segments) {
    for (const selector of segment.selectors) {
      const resolve = selector.resolve.bind(selector)
      const cost = 'expression' in selector ? candidates : oneNode
      selector.resolve = (node) => {
        count(cost(node.value))
        const nodes = resolve(node)
        count(nodes.length)
        return nodes
      }
      const lazily = selector.lazyResolve.bind(selector)
      selector.lazyResolve = function* (node) {
        count(cost(node.value))
        for (const match of lazily(node)) {
          count(1)
          yield match
        }
      }
      if ('expression' in selector) limitInside(selector.expression)
    }
  }
}

function oneNode(): number {
  return 1
}

/** A filter tests every child, also those that it rejects. */
function candidates(value: unknown): number {
  if (Array.isArray(value)) return 1 + value.length
  return typeof value === 'object' && value !== null ? 1 + Object.keys(value).length : 1
}

/** The parts of a filter; every kind of filter holds parts or a path. */
function limitInside(expression: unknown): void {
  if (typeof expression !== 'object' || expression === null) return
  compareExactly(expression)
  const { path, left, right, expression: inner, args } = expression as Record<string, unknown>
  if (path instanceof jsonpath.JSONPathQuery) limit(path)
  if (isRoot(left) && isRoot(right)) compareOnce(expression as { evaluate: (context: never) => boolean })
  for (const part of [left, right, inner]) limitInside(part)
  if (Array.isArray(args)) for (const argument of args) limitInside(argument)
}

function isRoot(expression: unknown): boolean {
  return expression instanceof jsonpath.expressions.RootQuery
}

/** Two values of absolute paths compare the same for every candidate, and may be huge, so they are compared once. */
function compareOnce(expression: { evaluate: (context: never) => boolean }): void {
  const evaluate = expression.evaluate.bind(expression)
  let search = -1
  let cachedResult = false
  expression.evaluate = (context) => {
    if (search !== currentSearch()) {
      search = currentSearch()
      cachedResult = evaluate(context)
    }
    return cachedResult
  }
}
