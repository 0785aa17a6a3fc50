import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Sent } from '../every-endpoint/wire.ts'
import type { Answered, Asked } from './client-thread.ts'
import { TaskMeter } from './task-meter.ts'

export interface Measured extends Answered {
  /** The longest task in milliseconds of processor time. */
  readonly longest: number
}

/** Sends from a thread of its own, and measures the calling thread, which runs the server. */
export class Client {
  readonly #thread = new Worker(new URL('./client-thread.ts', import.meta.url))
  readonly #baseUrl: string
  readonly #meter = new TaskMeter()
  #last = 0

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async send({ method, path, headers, body }: Sent): Promise<Measured> {
    const length = body && { 'content-length': String(body.length), 'content-type': 'application/json' }
    const id = ++this.#last
    const call: Asked = {
      id,
      url: this.#baseUrl + path,
      method,
      headers: { ...length, ...headers },
      body: body ? new Uint8Array(body) : null,
    }
    this.#thread.postMessage(call, call.body ? [call.body.buffer as ArrayBuffer] : [])
    this.#meter.start()
    for await (const [answered] of on(this.#thread, 'message') as AsyncIterable<[Answered]>)
      if (answered.id === id) return { ...answered, longest: this.#meter.stop() }
    throw new Error('the thread of the client ended')
  }

  async close() {
    await this.#thread.terminate()
  }
}
