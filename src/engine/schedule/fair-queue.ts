/** The waiting calls of one owner. A call that has been tried goes before the others. */
interface Line<T> {
  readonly retries: Set<T>
  readonly calls: Set<T>
}

/**
 * Waiting calls by owner (a run, a workspace), served in rounds: each owner gets one call a round. A new owner joins the
 * current round unless that has served it already. So an owner waits for at most one call of each other owner.
 */
export class FairQueue<T> {
  /** Owners to serve in this round, in order. */
  #round = new Map<string, Line<T>>()
  /** Owners of the next round: they were served in this one and have more calls. */
  #next = new Map<string, Line<T>>()
  /** Owners that were served in this round. */
  #served = new Set<string>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** `isRetry`: the call goes before the others of its owner. */
  add(owner: string, call: T, isRetry = false): void {
    let line = this.#lineOf(owner)
    if (!line) {
      line = { retries: new Set(), calls: new Set() }
      const round = this.#served.has(owner) ? this.#next : this.#round
      round.set(owner, line)
    }
    const calls = isRetry ? line.retries : line.calls
    if (calls.has(call)) return
    calls.add(call)
    this.#size++
  }

  /** Removes and returns the next call. */
  take(): T | undefined {
    if (this.#round.size === 0) this.#beginRound()
    const [first] = this.#round
    if (!first) return undefined
    const [owner, line] = first
    const calls = line.retries.size > 0 ? line.retries : line.calls
    const [call] = calls
    calls.delete(call!)
    this.#size--
    this.#round.delete(owner)
    if (isWaiting(line)) this.#next.set(owner, line)
    this.#served.add(owner)
    return call
  }

  /** Counts a call that was served without waiting. */
  markServed(owner: string): void {
    if (this.#size === 0) this.#beginRound()
    this.#served.add(owner)
  }

  remove(owner: string, call: T): boolean {
    const line = this.#lineOf(owner)
    if (!line || !(line.retries.delete(call) || line.calls.delete(call))) return false
    this.#size--
    if (!isWaiting(line) && !this.#round.delete(owner)) this.#next.delete(owner)
    return true
  }

  #lineOf(owner: string): Line<T> | undefined {
    return this.#round.get(owner) ?? this.#next.get(owner)
  }

  #beginRound(): void {
    this.#round = this.#next
    this.#next = new Map()
    this.#served = new Set()
  }
}

const isWaiting = <T>({ retries, calls }: Line<T>): boolean => retries.size + calls.size > 0
