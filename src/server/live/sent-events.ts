/**
 * Milliseconds in which an event with a smaller id may still become visible, because its transaction
 * committed later.
 */
const settledMilliseconds = 10_000

/** The events that a reader has sent, of those that may still come in any order. */
export class SentEvents {
  /** Every event up to this id was sent, or came before the reader. */
  #floor: number
  readonly #ids = new Set<number>()

  constructor(floor: number) {
    this.#floor = floor
  }

  get floor(): number {
    return this.#floor
  }

  /** Sent events above the floor. */
  get count(): number {
    return this.#ids.size
  }

  get last(): number {
    return Math.max(this.#floor, ...this.#ids)
  }

  /** Notes rows above the floor in order of id, and returns those that were not noted before. */
  add<Row extends { readonly id: number; readonly at: number }>(rows: readonly Row[], now: number): Row[] {
    const unsent = rows.filter(({ id }) => !this.#ids.has(id))
    for (const { id } of unsent) this.#ids.add(id)
    this.#floor = rows.findLast(({ at }) => at < now - settledMilliseconds)?.id ?? this.#floor
    for (const id of this.#ids) if (id <= this.#floor) this.#ids.delete(id)
    return unsent
  }
}
