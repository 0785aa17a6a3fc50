import { sentenceOf } from './sentence-of.ts'

/** An error answer of the server. `message` is a sentence for people; `fields` has the error of each field. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly fields: readonly FieldError[]
  /** The whole body of the answer. That of a failed run has the logged requests, for example. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    message: string,
    fields: readonly FieldError[],
    body: Readonly<Record<string, unknown>>,
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.body = body
  }

  /** Reads the five error bodies of the contract, and any body of a proxy. */
  static of(status: number, text: string): ApiError {
    const body = parseObject(text)
    const fields = fieldsOf(body['detail'])
    const first = fields[0] && sentenceOf(fields[0].path, fields[0].message)
    const message = [first, body['message'], body['error'], body['detail']].find(isText)
    return new ApiError(status, message ?? `The server answered ${status}.`, fields, body)
  }
}

export interface FieldError {
  /** The path of a field without its first step, which names the part of the request: `settings.name`. */
  readonly path: string
  readonly message: string
}

/** No answer: the server or the network is down. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor() {
    super(`The server at ${location.host} cannot be reached.`)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function fieldsOf(detail: unknown): FieldError[] {
  if (!Array.isArray(detail)) return []
  return detail.flatMap((item: { loc?: unknown; msg?: unknown }) =>
    Array.isArray(item?.loc) ? [{ path: item.loc.slice(1).join('.'), message: String(item.msg) }] : [],
  )
}
