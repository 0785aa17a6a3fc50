import type { Dispatcher } from 'undici'
import { boundedBody, readAll } from './bounded-body.ts'
import type { Deadline } from './deadline.ts'
import { decode } from './decode.ts'
import { explainFailure } from './explain-failure.ts'
import { OutboundError } from './outbound-error.ts'
import type { Hop } from './redirects.ts'

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Headers
  /** Where the answer came from, after redirects. */
  readonly url: string
  /** Decompressed, bounded in size and time. Read it or cancel it: until then the connection is held. */
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
  const headers = readAnswerHeaders(received)
  if (received.statusCode < 200 || received.statusCode > 599)
    throw new OutboundError('network', `${host} answered with a status that does not exist.`)
  const encoding = hasBody(hop.method, received.statusCode) ? headers.get('content-encoding') : null
  if (encoding === null && Number(headers.get('content-length')) > maxBytes) throw tooLarge()
  if (encoding !== null) for (const name of ['content-encoding', 'content-length']) headers.delete(name)

  const body = boundedBody(decode(received.body, encoding), {
    maxBytes,
    tooLarge,
    onEnd: () => deadline.end(),
    explain: (error) => explainFailure(error, host, deadline.signal),
  })
  return {
    status: received.statusCode,
    headers,
    url: hop.url.href,
    body,
    bytes: () => readAll(body),
    text: async () => new TextDecoder().decode(await readAll(body)),
  }
}

export function readAnswerHeaders(received: Received): Headers {
  const headers = new Headers()
  // Asked for in raw form: names and values in turn, in the order of the wire.
  const raw = received.headers as unknown as readonly string[]
  for (let at = 0; at + 1 < raw.length; at += 2) {
    try {
      headers.append(raw[at]!, raw[at + 1]!)
    } catch {
      // A header that nobody could send is one that nobody has to read.
    }
  }
  return headers
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304
}
