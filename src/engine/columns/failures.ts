import type { Inputs, Step } from './column.ts'
import type { Json } from './json.ts'
import type { Failure } from './need.ts'

/** The stable codes of failures that columns find by themselves; the shell has more. */
export type FailureCode =
  | 'missing_value'
  | 'not_a_number'
  | 'not_json'
  | 'not_xml'
  | 'not_a_list'
  | 'not_text'
  | 'not_castable'
  | 'not_comparable'
  | 'no_match'
  | 'division_by_zero'
  | 'bad_diff'
  | 'diff_mismatch'
  | 'too_large'
  | 'bad_pattern'
  | 'unmapped_variable'
  | 'template_failed'
  | 'bad_answer'
  | 'answer_not_allowed'
  | 'http_status'
  | 'tool_failed'
  | 'iteration_failed'
  | 'no_output'

/** A failure without a cell: of a part of what is computed. */
export function failure(code: FailureCode, message: string): Failure {
  return { code, message }
}

/** The cell has no value; `partial` is what was found before. */
export function failed(code: FailureCode, message: string, partial?: Json): Step {
  return partial === undefined
    ? { kind: 'failed', failure: { code, message } }
    : { kind: 'failed', failure: { code, message }, partial }
}

/** The column that a value came from, as messages name it. */
export function source(inputs: Inputs, index: number): string {
  return `Column "${inputs.titles[index] ?? '?'}"`
}

/** The answer to a need was a failure: it is the cell's. */
export function passedOn(reason: Failure, partial?: Json): Step {
  return partial === undefined
    ? { kind: 'failed', failure: reason }
    : { kind: 'failed', failure: reason, partial }
}
