import type { Json } from '../json/json.ts'
import type { Inputs, Step } from './column.ts'
import type { Failure } from './need.ts'

/** Stable codes of failures inside columns; the server adds more. */
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

/** A failure of a part of a computation, without a cell. */
export const failure = (code: FailureCode, message: string): Failure => ({ code, message })

/** A cell without a value; `partial` holds the results before the failure. */
export const failed = (code: FailureCode, message: string, partial?: Json): Step =>
  failedWith({ code, message }, partial)

/** The source of an input as messages name it. */
export const sourceLabel = ({ titles, sourceWords }: Inputs, index: number): string =>
  `${sourceWords?.[index] ?? 'Column'} "${titles[index] ?? '?'}"`

/** Fails the cell with the failure of its need. */
export const failedWith = (failure: Failure, partial?: Json): Step => ({
  kind: 'failed',
  failure,
  ...(partial !== undefined && { partial }),
})
