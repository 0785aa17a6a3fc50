import type { z } from 'zod'
import type { Area } from '../areas.ts'
import type { ErrorShapes } from './errors.ts'
import type { Role } from './role.ts'

/** Bytes of a body, unless an endpoint says otherwise. */
export const usualBodyLimit = 4 * 1024 * 1024

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** An example request; the shared suite sends it, with real ids put where the schema marks one. */
export interface Example<P, Q, B> {
  readonly params?: P
  readonly query?: Q
  readonly body?: B
}

/** The two parts of a body that comes as a form: JSON text, and a file. Each may go by any of its names. */
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
/** The field is optional on every endpoint; where a schema was given, its `undefined` is not meant. */
type OutputOf<S> = [Exclude<S, undefined>] extends [z.ZodType] ? z.output<Exclude<S, undefined>> : undefined

export type SuccessTable = Readonly<Record<number, z.ZodType | null>>

/**
 * One operation of the wire. Router, request parsing, response types, the OpenAPI document and the
 * every-endpoint suite are all derived from this value.
 */
export interface Endpoint<
  P extends z.ZodObject | undefined = z.ZodObject | undefined,
  Q extends z.ZodObject | undefined = z.ZodObject | undefined,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  S extends SuccessTable = SuccessTable,
> {
  readonly id: string
  readonly method: Method
  /** Path parameters in braces. A parameter written `{name+}` may hold raw slashes. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly Area[]
  /**
   * `header`: `X-API-KEY`, or a session. `body`: the legacy calls, `api_key` in the body (the header works too).
   * `either`: as `header`, and `api_key` in the body where neither is sent.
   */
  readonly auth: 'header' | 'either' | 'body' | 'none'
  /** For people who signed in, not for keys. */
  readonly forPeople?: boolean
  /** The least role of a caller; see `roleFor`. */
  readonly role?: Role
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body may come as multipart/form-data too: its JSON as one part, with a file beside it. */
  readonly multipart?: MultipartForm
  /** Status -> body schema; null is an empty body. The first entry is what a handler answers by default. */
  readonly success: S
  /** Media types of the files that this endpoint may answer with instead of JSON. */
  readonly download?: string | readonly string[]
  /**
   * The one field of the body that is a file in base64. It is put away as it comes; the handler finds the id of the
   * upload in its place.
   */
  readonly streamed?: StreamedField
  /** The events before the last one, where the caller may have the answer as server-sent events. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  readonly errors: ErrorShapes
  readonly example: Example<InputOf<P>, InputOf<Q>, InputOf<B>>
  /** Largest body accepted, in bytes. */
  readonly bodyLimit?: number
  /** JSON values of a body accepted, where they are more than elsewhere. */
  readonly valueLimit?: number
  /** Reads that carry an ETag and answer 304 to a matching `If-None-Match`. */
  readonly etag?: boolean
  /** The exact bytes of the body are kept; numbers as with `keepsLoggedNumbers`. */
  readonly keepsOriginal?: boolean
  /** Fields of the body and of the answer that hold secrets: the audit log does not show them. */
  readonly unrecorded?: readonly string[]
  /** What stood before a change comes from its own transaction (`ChangeAnswer`): nobody reads it ahead for the audit log. */
  readonly tellsBefore?: boolean
  /** False for what applications do all day; changes by people and their tools are recorded. */
  readonly audited?: boolean
  /** What applications send all day: refused (429) while storage does not follow. */
  readonly isIngest?: boolean
  /** A call that is sent again with the same `Idempotency-Key` is answered as the first, and does nothing more. */
  readonly takesIdempotencyKey?: boolean
  /** As `keepsNumbers`, and numbers out of any range arrive as text: what was logged is not refused for them. */
  readonly keepsLoggedNumbers?: boolean
  /** Numbers of any size and with any digits are taken, kept and given back as they are (decision 124). */
  readonly keepsNumbers?: boolean
  /** Media type of a binary form of the body. A handler reads it from the bytes and answers in the same form. Bodies
   * of such endpoints may be compressed. */
  readonly binary?: string
  /** Older paths that older clients still call. */
  readonly aliases?: readonly string[]
  readonly deprecated?: boolean
}

export type Params<E extends Endpoint> = OutputOf<E['params']>
export type Query<E extends Endpoint> = OutputOf<E['query']>
export type Body<E extends Endpoint> = OutputOf<E['body']>
type BodyOfStatus<V> = V extends z.ZodType ? z.input<V> : null
/** What a handler of this endpoint may answer with, whatever the status. */
export type SuccessBody<E extends Endpoint> = BodyOfStatus<E['success'][keyof E['success']]>

export function defineEndpoint<
  P extends z.ZodObject | undefined,
  Q extends z.ZodObject | undefined,
  B extends z.ZodType | undefined,
  const S extends SuccessTable,
>(endpoint: Endpoint<P, Q, B, S>): Endpoint<P, Q, B, S> {
  return endpoint
}

/** The status a handler's plain answer gets: the first one declared. */
export function defaultStatus(endpoint: Endpoint): number {
  return Number(Object.keys(endpoint.success)[0])
}
