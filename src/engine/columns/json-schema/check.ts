import { isJsonNumber, numberKey } from '../../json/exact-number.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { PatternBudgetError } from '../../patterns/pattern-error.ts'
import type { Regex } from '../../patterns/regex/index.ts'
import { isList, isObject } from '../values/coercions.ts'
import { checkObject } from './objects.ts'
import { type PreparedSchema, resolve } from './prepare.ts'
import type { Problem, SchemaChecker } from './problem.ts'
import { checkScalar } from './scalars.ts'

/** Equal values have equal texts, in any key order. */
function sortedText(value: Json): string {
  if (isList(value)) return `[${value.map(sortedText).join(',')}]`
  if (isJsonNumber(value)) return numberKey(value)
  if (!isObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sortedText(value[key]!)}`).join(',')}}`
}

function checkList(schema: JsonObject, value: readonly Json[], path: string, check: SchemaChecker): Problem {
  const { minItems, maxItems, uniqueItems } = schema
  if (typeof minItems === 'number' && value.length < minItems)
    return { path, message: `has fewer than ${minItems} items` }
  if (typeof maxItems === 'number' && value.length > maxItems)
    return { path, message: `has more than ${maxItems} items` }
  if (uniqueItems === true && new Set(value.map(sortedText)).size !== value.length) {
    return { path, message: 'has a duplicate item' }
  }
  return checkItems(schema, value, path, check) ?? checkContains(schema, value, path, check)
}

/** Draft 07 has a list in `items` and the rest in `additionalItems`; drafts since 2020 renamed both. */
function checkItems(schema: JsonObject, value: readonly Json[], path: string, check: SchemaChecker): Problem {
  const older = isList(schema['items'])
  const first = older ? schema['items'] : schema['prefixItems']
  const additional = older ? schema['additionalItems'] : schema['items']
  const positional = isList(first) ? first : []
  for (const [index, item] of value.entries()) {
    const inner = positional[index] ?? additional
    if (inner === undefined) continue
    const problem = check.check(inner, item, `${path}[${index}]`)
    if (problem !== null) return problem
  }
  return null
}

function checkContains(
  schema: JsonObject,
  value: readonly Json[],
  path: string,
  check: SchemaChecker,
): Problem {
  const { contains, minContains, maxContains } = schema
  if (contains === undefined) return null
  const count = value.filter((item) => check.check(contains, item, path) === null).length
  if (count < (typeof minContains === 'number' ? minContains : 1))
    return { path, message: 'has too few items that match contains' }
  const tooMany = typeof maxContains === 'number' && count > maxContains
  return tooMany ? { path, message: 'has too many items that match contains' } : null
}

const MAX_STEPS = 200_000
/** References may form a cycle. */
const MAX_DEPTH = 300

/** Checks one value against one schema; the keyword modules call it for nested values. */
export class SchemaCheck implements SchemaChecker {
  private readonly schema: PreparedSchema
  private steps = 0
  private depth = 0

  constructor(schema: PreparedSchema) {
    this.schema = schema
  }

  /** Throws PatternBudgetError. */
  checkRoot(value: Json): Problem {
    return this.check(this.schema.root, value, '$')
  }

  matches(pattern: string, text: string): boolean {
    const matches = (this.schema.patterns.get(pattern) as Regex).search(text)
    if (typeof matches === 'string')
      throw new PatternBudgetError('has a text that is too long for its patterns')
    return matches
  }

  step(count = 1): void {
    this.steps += count
    if (this.steps > MAX_STEPS) throw new PatternBudgetError('takes too long to check')
  }

  check(schema: Json, value: Json, path: string): Problem {
    this.step()
    if (schema === true) return null
    if (!isObject(schema)) return { path, message: 'nothing is allowed here' }
    if (++this.depth > MAX_DEPTH) throw new PatternBudgetError('has references that are nested too deep')
    const problem =
      this.reference(schema, value, path) ??
      checkScalar(schema, value, path, this) ??
      (isObject(value) ? checkObject(schema, value, path, this) : null) ??
      (isList(value) ? checkList(schema, value, path, this) : null) ??
      this.combined(schema, value, path)
    this.depth--
    return problem
  }

  private reference(schema: JsonObject, value: Json, path: string): Problem {
    const { $ref: reference } = schema
    return typeof reference === 'string'
      ? this.check(resolve(this.schema.root, reference)!, value, path)
      : null
  }

  private combined(schema: JsonObject, value: Json, path: string): Problem {
    const passes = (inner: Json): boolean => this.check(inner, value, path) === null
    const { allOf, anyOf, oneOf, not, if: test } = schema
    if (isList(allOf)) {
      for (const inner of allOf) {
        const problem = this.check(inner, value, path)
        if (problem !== null) return problem
      }
    }
    if (isList(anyOf) && !anyOf.some(passes)) return { path, message: 'matches no schema of anyOf' }
    if (isList(oneOf)) {
      const count = oneOf.filter(passes).length
      if (count !== 1) return { path, message: `matches ${count} schemas of oneOf instead of one` }
    }
    if (not !== undefined && passes(not)) return { path, message: 'matches the schema in not' }
    if (test === undefined) return null
    const branch = schema[passes(test) ? 'then' : 'else']
    return branch === undefined ? null : this.check(branch, value, path)
  }
}
