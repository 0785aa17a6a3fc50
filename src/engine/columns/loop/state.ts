import type { Json } from '../../json/json.ts'
import type { Step } from '../column.ts'
import { failed, failedWith } from '../failures.ts'
import type { Answer } from '../need.ts'
import { value } from '../steps.ts'
import { isList, isObject } from '../values/coercions.ts'

/** Limit of the text of all outputs together, in characters. */
const MAX_OUTPUT = 5_000_000

/** Outputs so far, from the stored state. */
export function outputsOf(state: Json): readonly Json[] {
  const outputs = isObject(state) ? state['outputs'] : undefined
  return isList(outputs) ? outputs : []
}

export function stateOf(outputs: readonly Json[]): Json {
  return { outputs }
}

export function finalStep(outputs: readonly Json[], stopReason: string): Step {
  return value(envelope(outputs), { stop_reason: stopReason })
}

function envelope(outputs: readonly Json[]): Json {
  return { iterations: outputs.length, outputs, final_output: outputs.at(-1) ?? null }
}

/** The outputs with one more. A failed answer ends the loop and keeps the earlier outputs. */
export function addOutput(outputs: readonly Json[], answer: Answer): readonly Json[] | Step {
  if (!answer.ok) {
    const message = `Iteration ${outputs.length} failed: ${answer.failure.message}`
    return failedWith({ code: 'iteration_failed', message }, envelope(outputs))
  }
  const all = [...outputs, answer.value]
  const length = JSON.stringify(all).length
  return length > MAX_OUTPUT
    ? failed('too_large', 'The outputs of the loop are too long.', envelope(outputs))
    : all
}
