/**
 * Milliseconds in which an event with a smaller id may still become visible, because its transaction
 * committed later.
 */
const commitMilliseconds = 10_000

/** Ids of the audit events that a reader has sent. Below 10 seconds of age, events may become visible out of order. */
export class SentEvents {
  /** Every event up to this id was sent, or came before the reader. */
  #floor: number
  /** Ids above the floor, with the time at which they were sent. */
  readonly #sentAt = new Map<number, number>()

  constructor(floor: number) {
    this.#floor = floor
  }

  get floor(): number {
    return this.#floor
  }

  /** Sent events above the floor. */
  get count(): number {
    return this.#sentAt.size
  }

  get last(): number {
    return Math.max(this.#floor, ...this.#sentAt.keys())
  }

  /** Takes rows with ids above the floor, in order of id, as sent, and returns those that were not sent before. */
  add<Row extends { readonly id: number; readonly at: number }>(rows: readonly Row[], now: number): Row[] {
    const unsent = rows.filter(({ id }) => !this.#sentAt.has(id))
    for (const { id } of unsent) this.#sentAt.set(id, now)
    const committedUntil = now - commitMilliseconds
    // The clock of the process that recorded an event may be ahead.
    const isCommitted = ({ id, at }: Row) => at < committedUntil || this.#sentAt.get(id)! < committedUntil
    this.#floor = rows.findLast(isCommitted)?.id ?? this.#floor
    for (const id of this.#sentAt.keys()) if (id <= this.#floor) this.#sentAt.delete(id)
    return unsent
  }
}
