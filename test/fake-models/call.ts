import type { IncomingHttpHeaders } from 'node:http'

/** A call that the fake received. */
export interface Call {
  /** The path below the provider's own base URL, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  // biome-ignore lint/suspicious/noExplicitAny: fakes and tests read any body of a client.
  readonly body: any
}

/** An answer without faults: one part if it is whole, one part for each event if it is a stream. */
export interface Answer {
  readonly contentType: string
  readonly isStream: boolean
  readonly parts: readonly Uint8Array[]
}

export interface ServerSentEvent {
  readonly event?: string
  /** Text is sent unchanged, other values as JSON. */
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
