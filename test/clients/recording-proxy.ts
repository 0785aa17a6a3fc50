import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A request of a client and Galley's answer. */
export interface Exchange {
  /** The call of the client that caused the request: a method of the SDK, or a tool. */
  readonly call: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as text, or as base64 if it is binary. */
  readonly body: string | { readonly base64: string } | null
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a JSON answer of any operation, read by path; null if it is not JSON.
  readonly answer: any
  /** The method of the SDK whose declared result is in the answer, as a whole or in a field. */
  readonly declared?: { readonly method: string; readonly path: string }
}

/** Replaces the key of the workspace in a recording. */
export const keyMark = 'pl_THE_KEY_OF_THE_WORKSPACE'

/** Headers that Galley reads. */
const keptHeaders = [
  'content-type',
  'user-agent',
  'x-api-key',
  'authorization',
  'x-sdk-version',
  'idempotency-key',
]

/** Starts a proxy before Galley that records what a client sends. */
export async function startRecordingProxy(target: string, key: string) {
  const exchanges: Exchange[] = []
  const state = { call: '' }
  const masked = (text: string) => text.replaceAll(key, keyMark)
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request)
    const headers = Object.fromEntries(
      keptHeaders.flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    )
    const { method = 'GET', url = '/' } = request
    const { call } = state
    const answered = await fetch(target + url, {
      method,
      headers,
      body: body.length > 0 ? new Uint8Array(body) : null,
      redirect: 'manual',
    })
    const answer = Buffer.from(await answered.arrayBuffer())
    exchanges.push({
      call,
      method,
      path: url,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
      body: recordedBody(body, masked),
      status: answered.status,
      answer: parsed(answer),
    })
    const type = answered.headers.get('content-type')
    response.writeHead(answered.status, type === null ? {} : { 'content-type': type })
    response.end(answer)
  })
  // Websockets pass through and are not recorded.
  server.on('upgrade', (request, socket, head) => {
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      )
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    /** Names the client's call to which the following requests belong. */
    begin(call: string) {
      state.call = call
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export type RecordingProxy = Awaited<ReturnType<typeof startRecordingProxy>>

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function recordedBody(body: Buffer, masked: (text: string) => string): Exchange['body'] {
  if (body.length === 0) return null
  const text = body.toString('utf8')
  return Buffer.from(text).equals(body) ? masked(text) : { base64: body.toString('base64') }
}

function parsed(answer: Buffer): unknown {
  try {
    return JSON.parse(answer.toString('utf8'))
  } catch {
    return null
  }
}
