import { SchemaCheck } from '../columns/json-schema/check.ts'
import { prepareSchema, SchemaError } from '../columns/json-schema/prepare.ts'
import { isObject, toJson } from '../columns/values/coercions.ts'
import type { Json } from '../json/json.ts'
import { PatternBudgetError } from '../patterns/pattern-error.ts'
import { responseFormatOf } from '../template/model-kwargs/common/response-format.ts'

/** The answer to a template that asks for JSON. */
export interface StructuredOutput {
  /** Null also for text that is not JSON. */
  readonly value: Json
  /** Null: the schema cannot be checked here. */
  readonly is_valid: boolean | null
  /** Why the value is invalid, or cannot be checked. */
  readonly problem: string | null
}

/** Null if the parameters ask for plain text. */
export function readStructuredOutput(
  parameters: Readonly<Record<string, unknown>>,
  text: string,
): StructuredOutput | null {
  const format = responseFormatOf(parameters)
  if (format === null || format.type === 'text') return null
  const value = toJson(text)
  if (value === undefined)
    return {
      value: null,
      is_valid: false,
      problem: text.trim() === '' ? 'The answer is empty.' : 'The answer is not JSON.',
    }
  if (format.type === 'json_object')
    return isObject(value)
      ? valid(value)
      : { value, is_valid: false, problem: 'The answer is not a JSON object.' }
  return checkSchema(value, format.schema)
}

const valid = (value: Json): StructuredOutput => ({ value, is_valid: true, problem: null })

function checkSchema(value: Json, schema: unknown): StructuredOutput {
  try {
    const problem = new SchemaCheck(prepareSchema(schema as Json)).checkRoot(value)
    if (problem === null) return valid(value)
    return { value, is_valid: false, problem: `${problem.path}: ${problem.message}` }
  } catch (error) {
    if (error instanceof SchemaError) return { value, is_valid: null, problem: `${error.message}.` }
    if (error instanceof PatternBudgetError)
      return { value, is_valid: null, problem: `The answer ${error.message}.` }
    throw error
  }
}
