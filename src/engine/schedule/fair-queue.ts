/**
 * Calls that wait, by run. The runs take turns, one call each, so a run waits for as many calls as there are
 * other runs, however many calls those have.
 */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #runs = new Map<string, { readonly again: Set<T>; readonly calls: Set<T> }>()
  #size = 0

  get size(): number {
    return this.#size
  }

  /** A call that has been tried goes before the others of its run. */
  add(run: string, call: T, isAgain = false): void {
    const waiting = this.#runs.get(run) ?? { again: new Set(), calls: new Set() }
    this.#runs.set(run, waiting)
    const line = isAgain ? waiting.again : waiting.calls
    if (line.has(call)) return
    line.add(call)
    this.#size++
  }

  /** The next call, which waits no more. */
  take(): T | undefined {
    const [turn] = this.#runs
    if (!turn) return undefined
    const [run, waiting] = turn
    const line = waiting.again.size > 0 ? waiting.again : waiting.calls
    const [call] = line
    line.delete(call!)
    this.#size--
    this.#runs.delete(run)
    if (waiting.again.size + waiting.calls.size > 0) this.#runs.set(run, waiting)
    return call
  }

  remove(run: string, call: T): boolean {
    const waiting = this.#runs.get(run)
    if (!waiting || !(waiting.again.delete(call) || waiting.calls.delete(call))) return false
    this.#size--
    if (waiting.again.size + waiting.calls.size === 0) this.#runs.delete(run)
    return true
  }
}
