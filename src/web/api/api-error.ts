/** What the server refused, in words for a person; `fields` tells what is wrong where. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly fields: readonly FieldError[]
  /** All that the body says, such as which requests a failed run has left in the log. */
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

  /** The five error bodies of the contract, and whatever a proxy in between may say. */
  static of(status: number, text: string): ApiError {
    const body = parsed(text)
    const fields = fieldsOf(body['detail'])
    const message = [fields[0]?.message, body['message'], body['error'], body['detail']].find(isText)
    return new ApiError(status, message ?? `The server answered ${status}.`, fields, body)
  }
}

export interface FieldError {
  /** `body.settings.name`, without the part of the request it is in. */
  readonly path: string
  readonly message: string
}

/** No answer at all: the server is down, or the network is. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  constructor() {
    super(`The server at ${location.host} cannot be reached.`)
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function parsed(text: string): Record<string, unknown> {
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
