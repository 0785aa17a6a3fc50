import type { z } from 'zod'
import type { Area } from '../areas.ts'
import { type ErrorShapes, standardErrors } from './errors.ts'
import type { Role } from './role.ts'

/** The limit of a body in bytes, unless the endpoint sets its own. */
export const defaultBodyLimit = 4 * 1024 * 1024

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type Method = (typeof methods)[number]

/** The path under its method. Path parameters are in braces; one written `{name+}` may hold raw slashes. */
type Route = {
  [M in Method]: { readonly [K in M]: string } & { readonly [K in Exclude<Method, M>]?: never }
}[Method]

/** An example request. The every-endpoint suite sends it, with real ids in fields that the schema marks with an entity. */
export interface Example<P, Q, B> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
}

/** The parts of a multipart form: JSON text and a file. Each part is accepted under any of its names. */
export interface MultipartForm {
  readonly json: readonly string[]
  readonly file: readonly string[]
}

/** `limit` counts decoded bytes. */
export interface StreamedField {
  readonly path: readonly string[]
  readonly limit: number
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
/**
 * Every field of `Endpoint` is optional, so an inferred schema may be `S | undefined`: `undefined` is excluded here.
 */
type OutputOf<S> = [Exclude<S, undefined>] extends [z.ZodType] ? z.output<Exclude<S, undefined>> : undefined

export type SuccessTable = Readonly<Record<number, z.ZodType | null>>

/** The fields that most endpoints of one area share. */
interface Common {
  readonly tags: readonly Area[]
  /**
   * `header`: `X-API-KEY`, or a session. `body`: the legacy calls, `api_key` in the body (the header works too).
   * `either`: as `header`, and `api_key` in the body where neither is sent.
   */
  readonly auth: 'header' | 'either' | 'body' | 'none'
  readonly errors: ErrorShapes
  readonly deprecated?: boolean
}

interface EndpointFields<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  S extends SuccessTable,
> {
  readonly id: string
  readonly summary: string
  readonly description?: string
  /**
   * Also takes the key as a Bearer token or as the password of Basic authentication: some exporters of OpenTelemetry
   * send nothing else.
   */
  readonly takesAuthorization?: boolean
  /** Only for signed-in people; API keys are refused. */
  readonly sessionOnly?: boolean
  /** The least role of a caller; see `roleFor`. */
  readonly role?: Role
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body may also be multipart/form-data: its JSON as one part, and a file beside it. */
  readonly multipart?: MultipartForm
  /** The schema of the body for each success status; null is an empty body. A handler answers with the first by default. */
  readonly success: S
  /** Media types of the files that this endpoint may answer with instead of JSON. */
  readonly download?: string | readonly string[]
  /**
   * The body field that holds a file in base64. The file is stored while it arrives; the handler gets the upload's id
   * in its place.
   */
  readonly streamed?: StreamedField
  /** Server-sent events before the final one, for callers that ask for a stream. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  readonly example: Example<InputOf<P>, InputOf<Q>, InputOf<B>>
  /** Largest body accepted, in bytes. */
  readonly bodyLimit?: number
  /** Number of JSON values accepted in a body, where it exceeds the general limit. */
  readonly valueLimit?: number
  /** Answers carry an ETag; a matching `If-None-Match` gets 304. */
  readonly etag?: boolean
  /** The exact bytes of the body are stored; numbers as with `keepsLoggedNumbers`. */
  readonly keepsOriginal?: boolean
  /** The handler parses a large body itself: it gets the bytes instead of the parsed body. */
  readonly leavesLargeUnparsed?: boolean
  /** Secret or large fields of body and answer, or `object.field` within them; the audit log omits them. */
  readonly unauditedFields?: readonly string[]
  /** The handler returns the state before the change (`ChangeAnswer`), so the audit log need not read it first. */
  readonly returnsBefore?: boolean
  /** False for routine traffic of applications; the audit log records changes by people and their tools. */
  readonly audited?: boolean
  /** The body brings content into the log; the audit log records it masked. */
  readonly masksAudit?: boolean
  /** Routine traffic of applications, refused with 429 while storage is overloaded. */
  readonly isIngest?: boolean
  /** A repeated call with the same `Idempotency-Key` gets the first answer and has no further effect. */
  readonly takesIdempotencyKey?: boolean
  /** As `keepsNumbers`; numbers beyond any range arrive as text, so that a logged body is never refused for them. */
  readonly keepsLoggedNumbers?: boolean
  /** Numbers of any size and precision are accepted, stored and returned unchanged (decision 124). */
  readonly keepsNumbers?: boolean
  /**
   * Media type of the binary form of the body. The handler parses the bytes and answers in the same form.
   * Bodies of such endpoints may be compressed.
   */
  readonly binary?: string
  /** Further paths, for older clients and those of other vendors. */
  readonly aliases?: readonly string[]
}

/**
 * One operation of the API. Router, request parsing, response types, the OpenAPI document and the every-endpoint suite
 * are derived from it.
 */
export interface Endpoint<
  P extends z.ZodObject | undefined = z.ZodObject | undefined,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  S extends SuccessTable = SuccessTable,
> extends EndpointFields<P, Q, B, S>,
    Common {
  readonly method: Method
  readonly path: string
}

export type Params<E extends Endpoint> = OutputOf<E['params']>
export type Query<E extends Endpoint> = OutputOf<E['query']>
export type Body<E extends Endpoint> = OutputOf<E['body']>
type BodyOfStatus<V> = V extends z.ZodType ? z.input<V> : null
/** Union of the bodies of all success statuses. */
export type SuccessBody<E extends Endpoint> = BodyOfStatus<E['success'][keyof E['success']]>

/** Defines endpoints of one area. An endpoint may override the fields in `common`. */
export const endpointsOf =
  (common: Pick<Common, 'tags'> & Partial<Common>) =>
  <
    P extends z.ZodObject | undefined,
    Q extends z.ZodObject | undefined,
    B extends z.ZodType | undefined,
    const S extends SuccessTable,
  >(
    endpoint: EndpointFields<P, Q, B, S> & Partial<Common> & Route,
  ): Endpoint<P, Q, B, S> => {
    const method = methods.find((name) => endpoint[name] !== undefined)!
    const { [method]: path, ...rest } = endpoint
    return { auth: 'header', errors: standardErrors, ...common, ...rest, method, path: path! }
  }

/** The status of an answer whose handler names none: the first that is declared. */
export function defaultStatus(endpoint: Endpoint): number {
  return Number(Object.keys(endpoint.success)[0])
}
