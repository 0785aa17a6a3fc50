import { OutboundError } from './outbound-error.ts'

export type OutboundHeaders = Headers | Readonly<Record<string, string>>

/** Only the connection sets these headers, because callers could otherwise smuggle requests. */
const connectionHeaders = [
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers without credentials, which may be sent to another origin. */
const safeForOtherOrigins = ['accept', 'accept-encoding', 'content-type', 'user-agent']

/** Checked headers, which a caller can use for many requests. */
export class CleanHeaders {
  readonly headers: Headers
  /** Names and values alternate. */
  readonly wire: readonly string[]

  constructor(headers: Headers) {
    this.headers = headers
    this.wire = [...headers].flat()
  }
}

export function cleanHeaders(headersInput: OutboundHeaders = {}): CleanHeaders {
  const headers = readHeaders(headersInput)
  for (const name of connectionHeaders) headers.delete(name)
  if (!headers.has('accept')) headers.set('accept', '*/*')
  if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'gzip, br')
  if (!headers.has('user-agent')) headers.set('user-agent', 'galley')
  return new CleanHeaders(headers)
}

function readHeaders(headersInput: OutboundHeaders): Headers {
  try {
    return new Headers(headersInput)
  } catch {
    // The original message quotes the header's value, which may be a secret.
    throw new OutboundError('bad_request', 'A header has a name or value that HTTP does not allow.')
  }
}

export function headersForOtherOrigin(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => safeForOtherOrigins.includes(name)))
}
