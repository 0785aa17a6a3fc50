import { pipeline, type Readable } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'
import type { Dispatcher } from 'undici'
import { type BodyLimits, boundedBody, wholeBody } from './bounded-body.ts'
import type { Deadline } from './deadline.ts'
import { explainFailure } from './explain-failure.ts'
import { OutboundError } from './outbound-error.ts'
import type { Hop } from './redirects.ts'

const chunkSize = 65_536

/** Decompresses one layer only: no limit would apply to the content between two layers. */
function decode(body: Readable, encoding: string | null): Readable {
  const decoder = decoderFor(encoding?.trim().toLowerCase() || 'identity')
  return decoder ? pipeline(body, decoder, () => undefined) : body
}

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ chunkSize, flush: constants.Z_SYNC_FLUSH })
    case 'deflate':
      return createInflate({ chunkSize, flush: constants.Z_SYNC_FLUSH })
    case 'br':
      return createBrotliDecompress({ chunkSize })
    case 'zstd':
      return createZstdDecompress({ chunkSize })
    default:
      throw new OutboundError('network', 'The answer has an unknown content encoding.')
  }
}

export interface OutboundAnswer {
  readonly status: number
  /** Created at the first use, because Headers objects cost more than reading the answer's bytes. */
  readonly headers: Headers
  /** Reads one header without creating `headers`. */
  header(name: string): string | null
  /** The final URL after redirects. */
  readonly url: string
  /**
   * The decompressed body, limited in size and time. Read or cancel it, or call `bytes` or `text`; otherwise the
   * connection stays open.
   */
  readonly body: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
}

type Received = Dispatcher.ResponseData

export function makeAnswer(
  received: Received,
  hop: Hop,
  maxBytes: number,
  deadline: Deadline,
): OutboundAnswer {
  const { host } = hop.url
  const tooLarge = () => new OutboundError('too_large', `The answer of ${host} is over ${maxBytes} bytes.`)
  if (received.statusCode < 200 || received.statusCode > 599)
    throw new OutboundError('network', `${host} answered with a status that does not exist.`)
  const encoding = hasBody(hop.method, received.statusCode)
    ? answerHeader(received, 'content-encoding')
    : null
  if (encoding === null && Number(answerHeader(received, 'content-length')) > maxBytes) throw tooLarge()

  const decoded = decode(received.body, encoding)
  const limits: BodyLimits = {
    maxBytes,
    tooLarge,
    onEnd: () => deadline.end(),
    explain: (error) => explainFailure(error, host, deadline.signal),
  }
  let headers: Headers | undefined
  let body: ReadableStream<Uint8Array> | undefined
  const bytes = () => wholeBody(decoded, limits)
  return {
    status: received.statusCode,
    get headers() {
      headers ??= readAnswerHeaders(received, encoding === null ? [] : ['content-encoding', 'content-length'])
      return headers
    },
    header: (name) => answerHeader(received, name),
    url: hop.url.href,
    get body() {
      body ??= boundedBody(decoded, limits)
      return body
    },
    bytes,
    text: async () => utf8.decode(await bytes()),
  }
}

const utf8 = new TextDecoder()

/** Names and values alternate, in the order of the wire. */
const rawHeaders = (received: Received) => received.headers as unknown as readonly string[]

/** Joins all values of a header as `Headers` does; null if the header is absent. */
export function answerHeader(received: Received, name: string): string | null {
  const raw = rawHeaders(received)
  const values = []
  for (let offset = 0; offset + 1 < raw.length; offset += 2)
    if (raw[offset]!.length === name.length && raw[offset]!.toLowerCase() === name)
      values.push(raw[offset + 1]!.trim())
  return values.length === 0 ? null : values.join(', ')
}

function readAnswerHeaders(received: Received, dropped: readonly string[]): Headers {
  const headers = new Headers()
  const raw = rawHeaders(received)
  for (let offset = 0; offset + 1 < raw.length; offset += 2) {
    try {
      headers.append(raw[offset]!, raw[offset + 1]!)
    } catch {
      // `Headers` refuses this header, so it is left out.
    }
  }
  for (const name of dropped) headers.delete(name)
  return headers
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304
}
