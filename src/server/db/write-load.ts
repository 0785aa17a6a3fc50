import type { CompiledQuery } from 'kysely'

/** Writes that are not durable yet. */
export interface WaitingWrites {
  readonly units: number
  /** Approximate memory of the waiting units. */
  readonly bytes: number
  /** Age of the oldest unit. */
  readonly milliseconds: number
}

/** Counts units from submission to commit. */
export class WriteLoad {
  readonly #since = new Map<object, number>()
  #bytes = 0

  /** Does not keep a reference to the unit, which would keep its memory alive through collections. */
  carry<T>(unit: readonly CompiledQuery[], write: () => Promise<T>): Promise<T> {
    return this.#watch(sizeOf(unit), write())
  }

  async #watch<T>(bytes: number, written: Promise<T>): Promise<T> {
    const ticket = {}
    this.#since.set(ticket, performance.now())
    this.#bytes += bytes
    try {
      return await written
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
}

function sizeOf(unit: readonly CompiledQuery[]): number {
  let bytes = 0
  for (const { parameters } of unit)
    for (const value of parameters)
      if (typeof value === 'string') bytes += 2 * value.length
      else if (value instanceof Uint8Array) bytes += value.byteLength
  return bytes
}
