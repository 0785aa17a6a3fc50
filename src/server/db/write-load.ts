import type { CompiledQuery } from 'kysely'

/** Writes that are not durable yet. */
export interface WaitingWrites {
  readonly units: number
  /** Estimated memory of the waiting units. */
  readonly bytes: number
  /** Age of the oldest unit. */
  readonly milliseconds: number
}

/** Writes that became durable since the start of the process. */
export interface WriteFigures {
  readonly durable: number
  /** Number of commits; concurrent writes share one. */
  readonly commits: number
  /** Sum of the times from submission to commit. */
  readonly milliseconds: number
}

/** Counts units from submission to commit. */
export class WriteLoad {
  readonly #since = new Map<object, number>()
  #bytes = 0
  #durable = 0
  #milliseconds = 0

  /** Counts the unit while it is written. Keeps no reference to the unit, so that its memory can be collected early. */
  track<T>(unit: readonly CompiledQuery[], write: () => Promise<T>): Promise<T> {
    return this.#count(sizeOf(unit), write())
  }

  async #count<T>(bytes: number, write: Promise<T>): Promise<T> {
    const ticket = {}
    const started = performance.now()
    this.#since.set(ticket, started)
    this.#bytes += bytes
    try {
      const result = await write
      this.#durable++
      this.#milliseconds += performance.now() - started
      return result
    } finally {
      this.#since.delete(ticket)
      this.#bytes -= bytes
    }
  }

  waiting(): WaitingWrites {
    const [oldest] = this.#since.values()
    const milliseconds = oldest === undefined ? 0 : performance.now() - oldest
    return { units: this.#since.size, bytes: this.#bytes, milliseconds }
  }

  figures(): Omit<WriteFigures, 'commits'> {
    return { durable: this.#durable, milliseconds: this.#milliseconds }
  }
}

function sizeOf(unit: readonly CompiledQuery[]): number {
  let bytes = 0
  for (const { parameters } of unit)
    for (let index = 0; index < parameters.length; index++) {
      const value = parameters[index]
      if (typeof value === 'string') bytes += 2 * value.length
      else if (value instanceof Uint8Array) bytes += value.byteLength
    }
  return bytes
}
