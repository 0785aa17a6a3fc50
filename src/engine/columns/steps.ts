import type { Step } from './column.ts'
import type { Json } from './json.ts'
import type { Need } from './need.ts'

/** Most cells of most sheets: one object each for all of them. */
const TRUE: Step = Object.freeze({ kind: 'value', value: true })
const FALSE: Step = Object.freeze({ kind: 'value', value: false })
const NULL: Step = Object.freeze({ kind: 'value', value: null })

/** The cell's value, and what explains it. */
export function value(found: Json, evidence?: Json): Step {
  if (evidence !== undefined) return { kind: 'value', value: found, evidence }
  if (found === null) return NULL
  if (found === true) return TRUE
  if (found === false) return FALSE
  return { kind: 'value', value: found }
}

/** What the cell waits for; `state` comes back with the answer. */
export function need(wanted: Need, state: Json = null): Step {
  return { kind: 'need', need: wanted, state }
}
