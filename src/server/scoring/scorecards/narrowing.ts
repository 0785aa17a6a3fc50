import type { Database } from '../../db/index.ts'
import { type CalculationKey, readNarrowed } from './calculation-queries.ts'
import { type Reaches, reachOfAll, type Scope } from './scope.ts'

export const wasCancelled = 'It was cancelled before it was calculated'

/** A step over a column is cancelled as a whole: when it was named, and no rows. */
export const isCancelledWhole = (narrowed: readonly Scope[], id: string): boolean =>
  narrowed.some(({ row_ids, step_ids }) => row_ids === null && step_ids?.includes(id))

/** How soon work in another process hears that its rows or steps were cancelled. */
const lookMilliseconds = 250

interface UnderWay {
  readonly rowId: number
  readonly stepId: string
  readonly stop: AbortController
}

/** What of a calculation was cancelled while the rest goes on; aborts what is under way of it. */
export class Narrowing {
  readonly #db: Database
  readonly #key: CalculationKey
  readonly #underWay = new Set<UnderWay>()
  #text = '[]'
  #reaches: Reaches = () => false
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, key: CalculationKey) {
    this.#db = db
    this.#key = key
  }

  reaches(rowId: number, stepId: string): boolean {
    return this.#reaches(rowId, stepId)
  }

  /** Asks storage; false when the whole calculation has ended. */
  async look(): Promise<boolean> {
    const text = await readNarrowed(this.#db, this.#key)
    if (text === null) {
      for (const { stop } of this.#underWay) stop.abort()
      return false
    }
    if (text !== this.#text) {
      this.#text = text
      this.#reaches = reachOfAll(text)
      for (const { rowId, stepId, stop } of this.#underWay) if (this.#reaches(rowId, stepId)) stop.abort()
    }
    return true
  }

  /** Storage that is away for a moment is asked again; the lease ends the work if it stays away. */
  watch(): void {
    this.#timer = setInterval(() => void this.look().catch(() => true), lookMilliseconds)
  }

  begin(rowId: number, stepId: string, lease: AbortSignal): { signal: AbortSignal; end: () => void } {
    const one = { rowId, stepId, stop: new AbortController() }
    this.#underWay.add(one)
    return { signal: AbortSignal.any([lease, one.stop.signal]), end: () => this.#underWay.delete(one) }
  }

  stopWatching(): void {
    clearInterval(this.#timer)
  }
}
