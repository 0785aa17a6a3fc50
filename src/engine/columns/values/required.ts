import type { JsonNumber } from '../../json/exact-number.ts'
import type { Json } from '../../json/json.ts'
import type { Inputs, Step } from '../column.ts'
import { failed, sourceLabel } from '../failures.ts'
import { isEmpty, toExactNumber, toJson } from './coercions.ts'

type FailedStep = Extract<Step, { kind: 'failed' }>

/** The number of a source, or a failure. */
export function numberOf(inputs: Inputs, index: number): JsonNumber | FailedStep {
  const input = inputs.values[index] ?? null
  const number = toExactNumber(input)
  if (number !== undefined) return number
  if (isEmpty(input))
    return failed('missing_value', `${sourceLabel(inputs, index)} has no value.`) as FailedStep
  return failed('not_a_number', `${sourceLabel(inputs, index)} is not a number.`) as FailedStep
}

/** The JSON of a source, or a failure. */
export function jsonOf(inputs: Inputs, index: number): { readonly json: Json } | FailedStep {
  const json = toJson(inputs.values[index] ?? null)
  if (json !== undefined) return { json }
  return failed('not_json', `${sourceLabel(inputs, index)} is not JSON.`) as FailedStep
}

/** A list, or a list in JSON text; undefined for other values. */
export function listOf(input: Json): readonly Json[] | undefined {
  const json = toJson(input)
  return Array.isArray(json) ? (json as readonly Json[]) : undefined
}
