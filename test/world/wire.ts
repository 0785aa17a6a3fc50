import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as it came over the wire. */
export interface Call {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever a client sent.
  readonly body: any
}

export interface Failure {
  readonly status: number
  readonly body: unknown
}

/** A whole answer, or the server-sent events of a streamed one. */
export type Answer = { readonly json: unknown } | { readonly events: readonly ServerSentEvent[] }

export interface ServerSentEvent {
  readonly event?: string
  readonly data: unknown
}

export interface FakeProvider {
  readonly baseUrl: string
  /** Every call so far, oldest first. */
  readonly calls: readonly Call[]
  lastCall(): Call
  /** The next call is answered with this failure. */
  failNext(failure: Failure): void
  close(): Promise<void>
}

/** An HTTP server on loopback that answers as the routes say and remembers what it was asked. */
export async function startProvider(
  routes: Readonly<Record<string, (call: Call) => Answer>>,
): Promise<FakeProvider> {
  const calls: Call[] = []
  const failures: Failure[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = (request.url ?? '/').split('?')[0]!
    const call: Call = {
      path,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
    }
    calls.push(call)
    const failure = failures.shift()
    const route = routes[path]
    if (failure) return sendJson(response, failure.status, failure.body)
    if (!route) return sendJson(response, 404, { error: { message: `no route ${path}`, type: 'not_found' } })
    const answer = route(call)
    if ('json' in answer) return sendJson(response, 200, answer.json)
    sendEvents(response, answer.events)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    lastCall: () => calls.at(-1)!,
    failNext: (failure) => failures.push(failure),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** `x-should-retry` is how the providers tell their own clients that trying again is no use. */
function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': 'req_fake',
    ...(status >= 400 && { 'x-should-retry': 'false' }),
  })
  response.end(JSON.stringify(body))
}

function sendEvents(response: ServerResponse, events: readonly ServerSentEvent[]) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': 'req_fake' })
  for (const { event, data } of events) {
    if (event) response.write(`event: ${event}\n`)
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}
