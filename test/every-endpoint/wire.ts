import { Agent, type IncomingMessage, request } from 'node:http'

export interface Sent {
  readonly method: string
  /** The path as it is sent, without escaping or normalising. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

export interface Received {
  readonly status: number
  readonly text: string
  /** The parsed JSON; null without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly body: any
  readonly milliseconds: number
  /**
   * Milliseconds of processor time of this process, which includes the server, during the call. Unlike
   * wall-clock time it does not depend on other programs.
   */
  readonly worked: number
}

export interface Wire {
  send(sent: Sent): Promise<Received>
  close(): void
}

/** An HTTP client that sends addresses unchanged; fetch rewrites them. */
export function wireTo(baseUrl: string): Wire {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { hostname, port } = new URL(baseUrl)
  const send = (sent: Sent, isAgain = false): Promise<Received> =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body } = sent
      const started = { at: performance.now(), usage: process.cpuUsage() }
      const length = body && { 'content-length': String(body.length), 'content-type': 'application/json' }
      const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } }
      const call = request(options, (response) => {
        read(response, started).then(resolve, reject)
      })
      call.on('error', (error) => {
        // The server may close an idle connection at the moment when the client uses it again, so the call is
        // sent once more.
        if (call.reusedSocket && !isAgain) send(sent, true).then(resolve, reject)
        else reject(error)
      })
      call.end(body)
    })
  return { send: (sent) => send(sent), close: () => agent.destroy() }
}

interface Started {
  readonly at: number
  readonly usage: NodeJS.CpuUsage
}

async function read(response: IncomingMessage, { at, usage }: Started): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  const { user, system } = process.cpuUsage(usage)
  const isJson = response.headers['content-type']?.startsWith('application/json')
  return {
    status: response.statusCode ?? 0,
    text,
    body: isJson ? JSON.parse(text) : null,
    milliseconds: performance.now() - at,
    worked: (user + system) / 1000,
  }
}
