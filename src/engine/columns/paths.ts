import type { Json } from '../json/json.ts'
import type { JsonPath } from '../patterns/json-path/index.ts'
import { PatternBudgetError } from '../patterns/pattern-error.ts'
import type { Step } from './column.ts'
import { failed } from './failures.ts'

/** The matches of a path, or a failure if its budget is exceeded. */
export function findPath(path: JsonPath, json: Json): readonly Json[] | Step {
  try {
    return path.find(json)
  } catch (error) {
    if (!(error instanceof PatternBudgetError)) throw error
    return failed('too_large', `The path ${error.message}.`)
  }
}
