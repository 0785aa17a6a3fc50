import type { TestApp } from '../../kit/app.ts'

interface Change {
  readonly id: number
  readonly operation: string
  readonly params: Record<string, unknown>
}

/** Reads a stream of server-sent events until it is stopped. */
export class ChangeListener {
  readonly changes: Change[] = []
  readonly newestRequestIds: number[] = []
  readonly ready: Promise<number>
  readonly ended: Promise<void>
  readonly #stop = new AbortController()
  #wake: () => void = () => {}

  constructor(app: TestApp, key: string, query = '') {
    const started = Promise.withResolvers<number>()
    this.ready = started.promise
    this.ended = this.#read(`${app.baseUrl}/api/public/v2/events?stream=true${query}`, key, started.resolve)
  }

  async #read(url: string, key: string, started: (id: number) => void) {
    const answer = await fetch(url, { headers: { 'x-api-key': key }, signal: this.#stop.signal })
    let text = ''
    try {
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const [event, data] = text.slice(0, end).split('\ndata: ')
          text = text.slice(end + 2)
          if (event === 'event: ready') started(JSON.parse(data!).last_id)
          if (event === 'event: change') this.changes.push(JSON.parse(data!))
          if (event === 'event: requests') this.newestRequestIds.push(JSON.parse(data!).newest_request_id)
          this.#wake()
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    }
  }

  async until(count: number): Promise<void> {
    while (this.changes.length < count) await this.#more()
  }

  async untilNewest(id: number): Promise<void> {
    while (this.newestRequestIds.at(-1) !== id) await this.#more()
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.ended
  }
}
