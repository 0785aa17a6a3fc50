import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { disconnectSignal } from './client-disconnected.ts'
import type { SendEvent } from './handler.ts'

/** Shorter than the idle time-out of proxies. */
const silence = 15_000

export interface Events {
  readonly send: SendEvent
  hasBegun(): boolean
  /** Sends the last event. */
  end(name: string, json: string): void
  close(): void
}

/** Server-sent events as a response. It starts with the first event, or after a first pause. */
export function openEvents(reply: FastifyReply): Events {
  const { raw } = reply
  const signal = disconnectSignal(reply)
  let begun = false
  const write = (text: string): boolean => {
    if (!begun) begin()
    return raw.write(text)
  }
  function begin() {
    begun = true
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Keeps nginx from buffering events.
      'x-accel-buffering': 'no',
      'x-request-id': reply.request.id,
    })
  }
  const alive = setInterval(() => {
    if (!raw.destroyed && !raw.writableNeedDrain) write(': waiting\n\n')
  }, silence)
  return {
    async send(name, data, id) {
      signal.throwIfAborted()
      if (write(`${id === undefined ? '' : `id: ${id}\n`}${eventText(name, JSON.stringify(data))}`)) return
      await once(raw, 'drain', { signal }).catch(() => signal.throwIfAborted())
    },
    hasBegun: () => begun,
    end: (name, json) => void write(eventText(name, json)),
    close() {
      clearInterval(alive)
      if (begun) raw.end()
    },
  }
}

/** JSON text contains no raw line breaks. */
const eventText = (name: string, json: string) => `event: ${name}\ndata: ${json}\n\n`
