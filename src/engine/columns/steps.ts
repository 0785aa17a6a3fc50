import type { Json } from '../json/json.ts'
import type { Step } from './column.ts'
import type { Need } from './need.ts'

/** Shared objects for the most frequent values. */
const TRUE: Step = Object.freeze({ kind: 'value', value: true })
const FALSE: Step = Object.freeze({ kind: 'value', value: false })
const NULL: Step = Object.freeze({ kind: 'value', value: null })

/** A step with the cell's value and its evidence. */
export function value(result: Json, evidence?: Json): Step {
  if (evidence !== undefined) return { kind: 'value', value: result, evidence }
  if (result === null) return NULL
  if (result === true) return TRUE
  if (result === false) return FALSE
  return { kind: 'value', value: result }
}

/** A step with the cell's need; `state` is returned with the answer. */
export function need(request: Need, state: Json = null): Step {
  return { kind: 'need', need: request, state }
}
