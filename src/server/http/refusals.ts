import type { Endpoint, ErrorShape, ErrorShapes } from '../../contract/index.ts'
import type { Detail } from '../../engine/details.ts'
import { Refusal, type RefusalCode } from '../../engine/refusal.ts'

/** The statuses of each refusal, best first. An endpoint uses the first one that it declares. */
const statusesOf: Record<RefusalCode, readonly number[]> = {
  not_found: [404, 400],
  conflict: [409, 422],
  name_taken: [400, 409],
  not_empty: [400, 409],
  invalid: [422],
  patch_conflict: [400, 422],
  patch_out_of_bounds: [400, 422],
  patch_wrong_type: [400, 422],
  template_error: [422],
  external_id_taken: [409, 422],
  bad_request: [400, 422],
  forbidden: [403, 404],
  too_large: [413],
  unsupported_media_type: [415, 422],
  unauthorized: [401],
  too_slow: [400, 422],
  too_many_attempts: [429, 422],
  trace_closed: [409],
  busy: [503],
  overloaded: [429, 503],
  sandbox_unavailable: [502],
  model_failed: [502],
  model_rate_limited: [429],
  model_timeout: [504],
  tool_timeout: [504],
  mcp_failed: [502],
  budget_exhausted: [402],
}

export interface Failure {
  readonly status: number
  readonly body: unknown
  /** Seconds after which the caller should retry. */
  readonly retryAfter?: number | undefined
}

/** Maps a refusal to a status and a declared body. No other code does that. */
export function failureOf(refusal: Refusal, endpoint: Endpoint): Failure {
  const status = statusesOf[refusal.code].find((code) => code in endpoint.errors) ?? 422
  const retryAfter = refusal.data['retryAfter'] as number | undefined
  return { status, retryAfter, body: bodyOf(shapeOf(endpoint.errors, status), refusal) }
}

function shapeOf(errors: ErrorShapes, status: number): ErrorShape {
  return errors[status] ?? 'detailed'
}

function bodyOf(shape: ErrorShape, refusal: Refusal): unknown {
  const { message, code } = refusal
  switch (shape) {
    case 'message':
      return { message }
    case 'failure':
      return { success: false, message }
    case 'detailed':
      return { success: false, message, error: code }
    case 'run':
      return {
        success: false,
        message,
        error: code,
        error_type: refusal.data['error_type'] ?? null,
        request_ids: refusal.data['request_ids'] ?? [],
        provider: refusal.data['provider'] ?? null,
        model: refusal.data['model'] ?? null,
      }
    case 'closedTraces':
      return { error: message, trace_ids: refusal.data['traceIds'] }
    case 'validation':
      return validationBody(detailsOfRefusal(refusal))
  }
}

function detailsOfRefusal({ message, code, data }: Refusal): Detail[] {
  const issues = data['issues'] as (Omit<Detail, 'loc'> & { loc: (string | number)[] })[] | undefined
  if (issues) return issues.map((issue) => ({ ...issue, loc: issue.loc.map(String) }))
  const loc = (data['loc'] as (string | number)[] | undefined) ?? ['body']
  return [{ loc: loc.map(String), msg: message, type: (data['type'] as string | undefined) ?? code }]
}

/** Maximum errors in a response; a body can have a million. */
const maxDetails = 100

/** The body of a 422. `message` is the first error, because the vendor's SDKs show only `message`. */
export function validationBody(detail: Detail[]): unknown {
  const [first] = detail
  const more = detail.length > 1 ? ` (and ${detail.length - 1} more)` : ''
  return {
    detail: detail.slice(0, maxDetails),
    message: first ? `${first.loc.join('.')}: ${first.msg}${more}` : 'invalid request',
  }
}

export const unauthorized = new Refusal(
  'unauthorized',
  'The API key is missing, unknown or revoked. Send a key in the header X-API-KEY.',
)
