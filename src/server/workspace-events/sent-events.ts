/** Milliseconds in which an event with a smaller id may still appear, because its transaction commits later. */
const commitMilliseconds = 10_000

/** The ids of the audit events that a reader has sent. Events that are younger than 10 seconds may appear out of order. */
export class SentEvents {
  /** All events up to this id were sent or are older than the reader. */
  #floor: number
  /** The sent ids above the floor, with the time of sending. */
  readonly #sentAt = new Map<number, number>()

  constructor(floor: number) {
    this.#floor = floor
  }

  get floor(): number {
    return this.#floor
  }

  /** The number of sent ids above the floor. */
  get count(): number {
    return this.#sentAt.size
  }

  get last(): number {
    return Math.max(this.#floor, ...this.#sentAt.keys())
  }

  /** Marks rows as sent, and returns the rows that were not sent before. The ids of the rows rise and are above the floor. */
  add<Row extends { readonly id: number; readonly at: number }>(rows: readonly Row[], now: number): Row[] {
    const unsent = rows.filter(({ id }) => !this.#sentAt.has(id))
    for (const { id } of unsent) this.#sentAt.set(id, now)
    const committedUntil = now - commitMilliseconds
    // The clock of the process that recorded an event may be ahead, so the time of sending counts too.
    const isCommitted = ({ id, at }: Row) => at < committedUntil || this.#sentAt.get(id)! < committedUntil
    this.#floor = rows.findLast(isCommitted)?.id ?? this.#floor
    for (const id of this.#sentAt.keys()) if (id <= this.#floor) this.#sentAt.delete(id)
    return unsent
  }
}
