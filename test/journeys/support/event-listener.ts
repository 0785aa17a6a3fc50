import assert from 'node:assert/strict'

export interface HeardEvent {
  readonly name: string
  readonly id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came.
  readonly data: any
}

/** Reads a stream of server-sent events until it ends or is stopped. */
export class EventListener {
  readonly heard: HeardEvent[] = []
  readonly over: Promise<void>
  readonly #stop = new AbortController()
  #wake: () => void = () => {}

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.over = this.#read(url, headers)
  }

  async #read(url: string, headers: Readonly<Record<string, string>>) {
    try {
      const answer = await fetch(url, { headers, signal: this.#stop.signal })
      assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
      let text = ''
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          this.#hear(text.slice(0, end))
          text = text.slice(end + 2)
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    } finally {
      this.#wake()
    }
  }

  #hear(text: string) {
    const fields = new Map(
      text.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    )
    const [name, data] = [fields.get('event'), fields.get('data')]
    if (name === undefined || data === undefined) return
    this.heard.push({ name, id: fields.get('id') ?? null, data: JSON.parse(data) })
    this.#wake()
  }

  /** Waits for an event that matches; the first `from` events are skipped. */
  async until(matches: (event: HeardEvent) => boolean, from = 0): Promise<HeardEvent> {
    for (;;) {
      const found = this.heard.slice(from).find(matches)
      if (found) return found
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  get lastId(): string {
    return this.heard.findLast(({ id }) => id !== null)!.id!
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.over
  }
}
