import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../engine/refusal.ts'
import { retryAfter } from './back-pressure.ts'

/** Smaller bodies are not counted: only thousands of them would matter. */
const minCounted = 64 * 1024
/** Bytes of all bodies received, processed or answered at once. */
const maxBytes = 128 * 1024 * 1024
/** Bytes of bodies processed at once: parsing, checking and packing leave five times as much garbage. */
const maxProcessing = 4 * 1024 * 1024
/** Assumed size of a body without a length, up to the endpoint's limit. */
const unknownSize = 8 * 1024 * 1024
/** Assumed expansion of a compressed body; JSON seldom exceeds it. */
const expansion = 8

const full = new Refusal('overloaded', 'The server is receiving too much data. Retry in one second.', {
  retryAfter,
})

interface QueuedBody {
  readonly size: number
  readonly begin: (end: () => void) => void
}

/** Limits the memory of bodies in progress; pending writes are counted by the store. */
export class BodyLimiter {
  #bytes = 0
  #atWork = 0
  readonly #turns: QueuedBody[] = []
  readonly #sizes = new WeakMap<ServerResponse, number>()
  readonly #leave: (this: ServerResponse) => void

  constructor() {
    const limiter = this
    this.#leave = function leave() {
      limiter.#bytes -= limiter.#sizes.get(this) ?? 0
      limiter.#sizes.delete(this)
    }
  }

  /** A single body is always admitted. */
  admit({ headers }: FastifyRequest, { raw }: FastifyReply, bodyLimit: number): void {
    const size = sizeOf(headers, bodyLimit)
    // A destroyed response never emits `close`, so it would never be subtracted.
    if (size < minCounted || raw.destroyed) return
    if (this.#bytes > 0 && this.#bytes + size > maxBytes) throw full
    this.#bytes += size
    this.#sizes.set(raw, size)
    raw.once('close', this.#leave)
  }

  /** For counted bodies: resolves with a function to call when processing ends. Null: process at once. */
  acquire({ raw }: FastifyReply): Promise<() => void> | null {
    const size = this.#sizes.get(raw)
    if (size === undefined) return null
    return new Promise((begin) => {
      this.#turns.push({ size, begin })
      this.#beginTurns()
    })
  }

  /** First in, first out. A single body always gets its turn. */
  #beginTurns() {
    for (let [next] = this.#turns; next; [next] = this.#turns) {
      const { size, begin } = next
      if (this.#atWork > 0 && this.#atWork + size > maxProcessing) return
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
  if (length === undefined) return headers['transfer-encoding'] ? Math.min(unknownSize, bodyLimit) : 0
  const isCompressed = (headers['content-encoding'] ?? 'identity') !== 'identity'
  return Math.min(isCompressed ? expansion * Number(length) : Number(length), bodyLimit)
}
