import type { JsonNumber } from '../../json/exact-number.ts'
import type { Inputs, Step } from '../column.ts'
import { failed, source } from '../failures.ts'
import type { Json } from '../json.ts'
import { isEmpty, toExactNumber, toJson } from './coercions.ts'

type FailedStep = Extract<Step, { kind: 'failed' }>

/** The number in a source, or why the cell fails. */
export function numberOf(inputs: Inputs, index: number): JsonNumber | FailedStep {
  const found = inputs.values[index] ?? null
  const number = toExactNumber(found)
  if (number !== undefined) return number
  if (isEmpty(found)) return failed('missing_value', `${source(inputs, index)} has no value.`) as FailedStep
  return failed('not_a_number', `${source(inputs, index)} is not a number.`) as FailedStep
}

/** The JSON in a source, or why the cell fails. */
export function jsonOf(inputs: Inputs, index: number): { readonly json: Json } | FailedStep {
  const json = toJson(inputs.values[index] ?? null)
  if (json !== undefined) return { json }
  return failed('not_json', `${source(inputs, index)} is not JSON.`) as FailedStep
}

/** A list, or JSON text that is one; undefined for everything else. */
export function listOf(found: Json): readonly Json[] | undefined {
  const json = toJson(found)
  return Array.isArray(json) ? (json as readonly Json[]) : undefined
}
