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

  async carry<T>(unit: readonly CompiledQuery[], write: () => Promise<T>): Promise<T> {
    const bytes = sizeOf(unit)
    this.#since.set(unit, performance.now())
    this.#bytes += bytes
    try {
      return await write()
    } finally {
      this.#since.delete(unit)
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
