import type { Step } from '../column.ts'
import { failed, passedOn } from '../failures.ts'
import type { Json } from '../json.ts'
import type { Answer } from '../need.ts'
import { value } from '../steps.ts'
import { isList, isObject } from '../values/coercions.ts'

/** Text that all outputs of a loop may have together. */
const MAX_OUTPUT = 5_000_000

/** The outputs so far, out of the state that is kept with the cell. */
export function outputsOf(state: Json): readonly Json[] {
  const outputs = isObject(state) ? state['outputs'] : undefined
  return isList(outputs) ? outputs : []
}

export function stateOf(outputs: readonly Json[]): Json {
  return { outputs }
}

export function finished(outputs: readonly Json[], stopReason: string): Step {
  return value(envelope(outputs), { stop_reason: stopReason })
}

function envelope(outputs: readonly Json[]): Json {
  return { iterations: outputs.length, outputs, final_output: outputs.at(-1) ?? null }
}

/** The outputs with one more, or the failure that ends the loop with those before it kept. */
export function added(outputs: readonly Json[], answer: Answer): readonly Json[] | Step {
  if (!answer.ok) {
    const message = `Iteration ${outputs.length} failed: ${answer.failure.message}`
    return passedOn({ code: 'iteration_failed', message }, envelope(outputs))
  }
  const all = [...outputs, answer.value]
  const length = JSON.stringify(all).length
  return length > MAX_OUTPUT
    ? failed('too_large', 'The outputs of the loop are too long.', envelope(outputs))
    : all
}
