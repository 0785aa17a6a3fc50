import { z } from 'zod'

/** The five error bodies of the founding document, and one for failures outside this server. */
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
/** OTLP: the call holds spans of closed traces. */
export const ClosedTracesError = z
  .object({ error: z.string(), trace_ids: z.array(z.string()) })
  .meta({ id: 'ClosedTracesError' })

/** A template run that failed outside this server, or ended because of its budget. */
export const RunError = z
  .object({
    success: z.literal(false),
    message: z.string(),
    error: z.string(),
    /** As in the request log; null if no model failed. */
    error_type: z.string().nullable(),
    /** Ids of the calls that were made and logged, including the failed one. */
    request_ids: z.array(z.int()),
    /** The provider of the failed call; null if no model failed. */
    provider: z.string().nullable(),
    model: z.string().nullable(),
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

/** The shape of the body for each error status. An endpoint answers with no other error status. */
export type ErrorShapes = Readonly<Record<number, ErrorShape>>

/**
 * Errors of every endpoint with a key. 400: an undecodable address, among others. 403: the role is too low.
 * 429: the key's rate limit; 503: storage is unreachable. Both say when to retry.
 */
export const commonErrors: ErrorShapes = {
  400: 'detailed',
  401: 'detailed',
  403: 'detailed',
  413: 'detailed',
  422: 'validation',
  429: 'detailed',
  503: 'detailed',
}

/** Errors of settings that several admins edit: 409 says that they were changed in the meantime. */
export const settingsErrors: ErrorShapes = { ...commonErrors, 409: 'detailed' }
/** Errors of prompt templates, labels, requests and tracking: {success, message, error}. */
export const standardErrors: ErrorShapes = { ...commonErrors, 404: 'detailed' }
/** As `standardErrors`, for calls where an external id can clash: 409 is {success, message}. */
export const clashErrors: ErrorShapes = { ...standardErrors, 409: 'failure' }
/** Errors of entities with unique names: 409 says that the name is taken. */
export const namedErrors: ErrorShapes = { ...commonErrors, 404: 'detailed', 409: 'detailed' }
/** Errors of environment variables: {message} for 404 and for a name that is taken. */
export const variableErrors: ErrorShapes = { ...commonErrors, 404: 'message', 409: 'message' }
/** Errors of external ids; most are {success, message}. */
export const externalIdErrors: ErrorShapes = {
  ...commonErrors,
  400: 'failure',
  401: 'failure',
  404: 'failure',
  409: 'failure',
}
/** Errors of skill collections; 400 and 401 are {success, message}, as for external ids. */
export const skillErrors: ErrorShapes = { ...commonErrors, 400: 'failure', 401: 'failure' }
/** Errors of template runs: providers, MCP servers and sandboxes may fail. */
export const runErrors: ErrorShapes = {
  ...standardErrors,
  402: 'run',
  429: 'run',
  502: 'run',
  504: 'run',
}
