import type { CompiledQuery } from 'kysely'

/** What has been given to storage and is not durable yet. */
export interface WaitingWrites {
  readonly units: number
  /** About as much memory as they hold. */
  readonly bytes: number
  /** For how long the oldest has waited. */
  readonly milliseconds: number
}

/** Counts units from when they are given until they are through. */
export class WriteLoad {
  readonly #since = new Map<object, number>()
  #bytes = 0

  /** Keeps nothing of the unit: what it holds is on its way, and copied by every collection as long as it is held. */
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
