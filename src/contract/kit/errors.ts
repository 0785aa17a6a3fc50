import { z } from 'zod'

/** The founding document's five error bodies, and one for what fails elsewhere. */
export const MessageError = z.object({ message: z.string() }).meta({ id: 'MessageError' })
export const FailureError = z
  .object({ success: z.literal(false), message: z.string() })
  .meta({ id: 'FailureError' })
export const DetailedError = z
  .object({ success: z.literal(false), message: z.string(), error: z.string() })
  .meta({ id: 'DetailedError' })
export const ValidationError = z
  .object({
    detail: z.array(z.object({ loc: z.array(z.string()), msg: z.string(), type: z.string() })),
    message: z.string(),
  })
  .meta({ id: 'ValidationError' })
/** OTLP: spans came for traces that are closed. */
export const ClosedTracesError = z
  .object({ error: z.string(), trace_ids: z.array(z.string()) })
  .meta({ id: 'ClosedTracesError' })

/** A run of a template that failed outside this server, or ended for its budget. */
export const RunError = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.string(),
    /** As the request log has it; null when no model failed. */
    error_type: z.string().nullable(),
    /** Calls that were made and logged, the failed one included. */
    request_ids: z.array(z.int()),
  })
  .meta({ id: 'RunError' })

export const errorBodies = {
  message: MessageError,
  failure: FailureError,
  detailed: DetailedError,
  validation: ValidationError,
  run: RunError,
  closedTraces: ClosedTracesError,
} as const

export type ErrorShape = keyof typeof errorBodies

/** Status -> shape of the body it carries. A status that is not listed never leaves the endpoint. */
export type ErrorShapes = Readonly<Record<number, ErrorShape>>

/** What can befall any endpoint that needs a key. 400 is an address that cannot be decoded, among others. 403 is
 * a role that is not enough. 429 is a key over its rate, and 503 storage out of reach; both say when to retry. */
const everywhere = {
  400: 'detailed',
  401: 'detailed',
  403: 'detailed',
  413: 'detailed',
  422: 'validation',
  429: 'detailed',
  503: 'detailed',
} as const

/** Prompt templates, labels, requests, tracking: {success, message, error}. */
export const standardErrors: ErrorShapes = { ...everywhere, 404: 'detailed' }
/** As `standardErrors`, for what applications send all day: 429 is also an overloaded server. */
export const ingestErrors: ErrorShapes = standardErrors
/** As `standardErrors`, where an external id can clash: 409 is {success, message}. */
export const clashErrors: ErrorShapes = { ...standardErrors, 409: 'failure' }
/** What has a name of its own: 409 says that the name is taken. */
export const namedErrors: ErrorShapes = { ...everywhere, 404: 'detailed', 409: 'detailed' }
/** Environment variables: {message} for what is not there and for a name that is taken. */
export const variableErrors: ErrorShapes = { ...everywhere, 404: 'message', 409: 'message' }
/** External ids: {success, message} for everything the room itself refuses. */
export const externalIdErrors: ErrorShapes = {
  ...everywhere,
  400: 'failure',
  401: 'failure',
  404: 'failure',
  409: 'failure',
}
/** Skill collections: as the external ids, {success, message}. */
export const skillErrors: ErrorShapes = { ...everywhere, 400: 'failure', 401: 'failure' }
/** Runs of templates: what is asked of providers, MCP servers and sandboxes may fail there. */
export const runErrors: ErrorShapes = {
  ...standardErrors,
  402: 'run',
  429: 'run',
  502: 'run',
  504: 'run',
}
