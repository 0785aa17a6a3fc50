import type { IncomingHttpHeaders } from 'node:http'

/** A received call. */
export interface Call {
  /** Below the provider's own base URL, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: fakes and tests read any body of a client.
  readonly body: any
}

/** A good answer: one part when it is whole, one for each event when it is a stream. */
export interface Answer {
  readonly contentType: string
  readonly isStream: boolean
  readonly parts: readonly Uint8Array[]
}

export interface ServerSentEvent {
  readonly event?: string
  /** Text goes as it is, anything else as JSON. */
  readonly data: unknown
}

export const json = (value: unknown): Answer => ({
  contentType: 'application/json',
  isStream: false,
  parts: [Buffer.from(JSON.stringify(value))],
})

export const events = (list: readonly ServerSentEvent[]): Answer => ({
  contentType: 'text/event-stream; charset=utf-8',
  isStream: true,
  parts: list.map(eventPart),
})

export function eventPart({ event, data }: ServerSentEvent): Uint8Array {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return Buffer.from(`${event ? `event: ${event}\n` : ''}data: ${text}\n\n`)
}
