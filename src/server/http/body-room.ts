import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../engine/refusal.ts'
import { retryAfter } from './back-pressure.ts'

/** Smaller bodies do not count: it takes thousands of them to matter, and these would be the most calls. */
const smallest = 64 * 1024
/** Of all bodies that are read, worked on or answered. */
const most = 128 * 1024 * 1024
/** Of those that are worked on: parsed, checked, packed and answered, each leaves five times as much to the collector. */
const mostAtWork = 4 * 1024 * 1024
/** What a body counts whose length nobody says, as long as its endpoint takes so much. */
const unknown = 8 * 1024 * 1024
/** How many times larger a compressed body becomes: JSON seldom more. */
const expansion = 8

const full = new Refusal('overloaded', 'Too much is being sent at once; send this again in a second.', {
  retryAfter,
})

interface Turn {
  readonly size: number
  readonly begin: (end: () => void) => void
}

/** The memory that bodies of calls under way may take: what is written waits elsewhere, and is counted there. */
export class BodyRoom {
  #bytes = 0
  #atWork = 0
  readonly #turns: Turn[] = []
  readonly #sizes = new WeakMap<ServerResponse, number>()
  readonly #leave: (this: ServerResponse) => void

  constructor() {
    const room = this
    this.#leave = function leave() {
      room.#bytes -= room.#sizes.get(this) ?? 0
      room.#sizes.delete(this)
    }
  }

  /** One body alone always finds room. */
  enter({ headers }: FastifyRequest, { raw }: FastifyReply, bodyLimit: number): void {
    const size = sizeOf(headers, bodyLimit)
    // Who has left already would never be seen to leave.
    if (size < smallest || raw.destroyed) return
    if (this.#bytes > 0 && this.#bytes + size > most) throw full
    this.#bytes += size
    this.#sizes.set(raw, size)
    raw.once('close', this.#leave)
  }

  /** For a body that counts: resolves when it may be worked on, with what is to be called when that is done. */
  turn({ raw }: FastifyReply): Promise<() => void> | null {
    const size = this.#sizes.get(raw)
    if (size === undefined) return null
    return new Promise((begin) => {
      this.#turns.push({ size, begin })
      this.#beginTurns()
    })
  }

  /** In the order in which they came in whole. One body alone always has its turn. */
  #beginTurns() {
    for (let [next] = this.#turns; next; [next] = this.#turns) {
      const { size, begin } = next
      if (this.#atWork > 0 && this.#atWork + size > mostAtWork) return
      this.#turns.shift()
      this.#atWork += size
      begin(() => {
        this.#atWork -= size
        this.#beginTurns()
      })
    }
  }
}

export function sizeOf(headers: FastifyRequest['headers'], bodyLimit: number): number {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] ? Math.min(unknown, bodyLimit) : 0
  const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return Math.min(isCompressed ? expansion * Number(length) : Number(length), bodyLimit)
}
