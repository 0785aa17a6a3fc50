import assert from 'node:assert/strict'

export interface ReceivedEvent {
  readonly name: string
  readonly id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: any JSON of the server.
  readonly data: any
}

/** Reads a stream of server-sent events until it ends or is stopped. */
export class EventListener {
  readonly events: ReceivedEvent[] = []
  readonly ended: Promise<void>
  readonly #stop = new AbortController()
  #wake: () => void = () => {}

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.ended = this.#read(url, headers)
  }

  async #read(url: string, headers: Readonly<Record<string, string>>) {
    try {
      const answer = await fetch(url, { headers, signal: this.#stop.signal })
      assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/)
      let text = ''
      for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          this.#receive(text.slice(0, end))
          text = text.slice(end + 2)
        }
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error
    } finally {
      this.#wake()
    }
  }

  #receive(text: string) {
    const fields = new Map(
      text.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    )
    const [name, data] = [fields.get('event'), fields.get('data')]
    if (name === undefined || data === undefined) return
    this.events.push({ name, id: fields.get('id') ?? null, data: JSON.parse(data) })
    this.#wake()
  }

  /** Waits for an event that matches; the first `from` events are skipped. */
  async until(matches: (event: ReceivedEvent) => boolean, from = 0): Promise<ReceivedEvent> {
    for (;;) {
      const event = this.events.slice(from).find(matches)
      if (event) return event
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  get lastId(): string {
    return this.events.findLast(({ id }) => id !== null)!.id!
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.ended
  }
}
