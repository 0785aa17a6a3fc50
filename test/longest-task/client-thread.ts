import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/**
 * A job of the client thread. The thread makes bodies and reads answers, so that the test's own thread does
 * only the server's work.
 */
export interface Asked {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

export interface Answered {
  readonly id: number
  readonly status: number
  readonly bytes: number
  readonly head: string
}

const agent = new Agent({ keepAlive: true })

function send({ id, url, method, headers, body }: Asked) {
  const call = request(url, { agent, method, headers }, async (response) => {
    const parts: Buffer[] = []
    for await (const part of response) parts.push(part as Buffer)
    const whole = Buffer.concat(parts)
    const head = whole.subarray(0, 4096).toString('utf8')
    parentPort!.postMessage({
      id,
      status: response.statusCode,
      bytes: whole.length,
      head,
    } satisfies Partial<Answered>)
  })
  call.on('error', (error) => parentPort!.postMessage({ id, status: 0, bytes: 0, head: String(error) }))
  call.end(body ?? undefined)
}

parentPort!.on('message', send)
