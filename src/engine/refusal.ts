/** Stable codes of refusals. A transport maps each to its own status. */
export type RefusalCode =
  | 'not_found'
  | 'conflict'
  | 'name_taken'
  | 'not_empty'
  | 'invalid'
  | 'patch_conflict'
  | 'patch_out_of_bounds'
  | 'patch_wrong_type'
  | 'template_error'
  | 'external_id_taken'
  | 'bad_request'
  | 'forbidden'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unauthorized'
  | 'too_slow'
  | 'too_many_attempts'
  | 'trace_closed'
  | 'busy'
  | 'overloaded'
  | 'sandbox_unavailable'
  | 'model_failed'
  | 'model_rate_limited'
  | 'model_timeout'
  | 'tool_timeout'
  | 'mcp_failed'
  | 'budget_exhausted'

/**
 * The engine refuses an input for a reason that the caller can act on. The message is for people; `code` and `data`
 * are for programs. For 'invalid', `data.loc` is the path of the field.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: RefusalCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Refuses the value of a field of the request. */
export const badField = (field: string, message: string): Refusal =>
  new Refusal('bad_request', message, { field })
