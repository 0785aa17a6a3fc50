import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { goneSignalOf } from './gone.ts'
import type { SendEvent } from './handler.ts'

/** Less than the silence after which proxies break off. */
const silence = 15_000

export interface Events {
  readonly send: SendEvent
  hasBegun(): boolean
  /** The last event. */
  end(name: string, json: string): void
  close(): void
}

/** Server-sent events in the place of an answer; it begins with the first event, or with the first silence. */
export function openEvents(reply: FastifyReply): Events {
  const { raw } = reply
  const signal = goneSignalOf(reply)
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
      // nginx would keep the events until its buffer is full.
      'x-accel-buffering': 'no',
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

/** JSON has no line breaks of its own. */
const eventText = (name: string, json: string) => `event: ${name}\ndata: ${json}\n\n`
