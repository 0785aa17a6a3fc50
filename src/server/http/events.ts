import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import { disconnectSignal } from './client-disconnected.ts'
import type { SendEvent } from './handler.ts'

/** Milliseconds without an event after which a comment is sent; shorter than the idle timeout of proxies. */
const keepAliveInterval = 15_000

export interface Events {
  readonly send: SendEvent
  hasBegun(): boolean
  /** Sends the last event. */
  end(name: string, json: string): void
  close(): void
}

/** Opens server-sent events as a response. The response starts with the first event, or with the first comment. */
export function openEvents(reply: FastifyReply): Events {
  const { raw } = reply
  const signal = disconnectSignal(reply)
  let hasBegun = false
  const write = (text: string): boolean => {
    if (!hasBegun) begin()
    return raw.write(text)
  }
  function begin() {
    hasBegun = true
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Tells nginx not to buffer events.
      'x-accel-buffering': 'no',
      'x-request-id': reply.request.id,
    })
  }
  const keepAlive = setInterval(() => {
    if (!raw.destroyed && !raw.writableNeedDrain) write(': waiting\n\n')
  }, keepAliveInterval)
  return {
    async send(name, data, id) {
      signal.throwIfAborted()
      if (write(`${id === undefined ? '' : `id: ${id}\n`}${eventText(name, JSON.stringify(data))}`)) return
      await once(raw, 'drain', { signal }).catch(() => signal.throwIfAborted())
    },
    hasBegun: () => hasBegun,
    end: (name, json) => void write(eventText(name, json)),
    close() {
      clearInterval(keepAlive)
      if (hasBegun) raw.end()
    },
  }
}

/** Data is JSON text, which contains no line breaks. */
const eventText = (name: string, json: string) => `event: ${name}\ndata: ${json}\n\n`
