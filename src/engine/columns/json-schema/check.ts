import type { Json, JsonObject } from '../../json/json.ts'
import { PatternBudgetError } from '../../patterns/pattern-error.ts'
import type { Regex } from '../../patterns/regex/index.ts'
import { isList, isObject } from '../values/coercions.ts'
import { checkList } from './lists.ts'
import { checkObject } from './objects.ts'
import { type PreparedSchema, resolve } from './prepare.ts'
import type { Problem, SchemaChecker } from './problem.ts'
import { checkScalar } from './scalars.ts'

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
  whole(value: Json): Problem {
    return this.check(this.schema.root, value, '$')
  }

  matches(pattern: string, text: string): boolean {
    const matches = (this.schema.patterns.get(pattern) as Regex).search(text)
    if (typeof matches === 'string')
      throw new PatternBudgetError('has a text that its patterns cannot be tried on')
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
    if (++this.depth > MAX_DEPTH) throw new PatternBudgetError('refers too deep')
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
    if (isList(anyOf) && !anyOf.some(passes)) return { path, message: 'fits none of anyOf' }
    if (isList(oneOf)) {
      const count = oneOf.filter(passes).length
      if (count !== 1) return { path, message: `fits ${count} of oneOf` }
    }
    if (not !== undefined && passes(not)) return { path, message: 'fits what it must not' }
    if (test === undefined) return null
    const branch = schema[passes(test) ? 'then' : 'else']
    return branch === undefined ? null : this.check(branch, value, path)
  }
}
