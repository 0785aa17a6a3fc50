import type { Database } from '../../db/index.ts'
import { type CalculationKey, readCancelledScopes } from './calculation-queries.ts'
import { anyScopeTest, type Scope, type ScopeTest } from './scope.ts'

export const wasCancelled = 'The step was cancelled before it was evaluated'

/** True if a step over a column was cancelled. Such a step can only be cancelled as a whole, by naming it without rows. */
export const isCancelledWhole = (narrowed: readonly Scope[], id: string): boolean =>
  narrowed.some(({ row_ids, step_ids }) => row_ids === null && step_ids?.includes(id))

/** Milliseconds between two checks whether other processes have cancelled rows or steps. */
const checkInterval = 250

interface UnderWay {
  readonly rowId: number
  readonly stepId: string
  readonly stop: AbortController
}

/** Tracks the cancelled parts of a running calculation, and aborts their work. */
export class CancelledParts {
  readonly #db: Database
  readonly #key: CalculationKey
  readonly #underWay = new Set<UnderWay>()
  #text = '[]'
  #isCancelled: ScopeTest = () => false
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database, key: CalculationKey) {
    this.#db = db
    this.#key = key
  }

  isCancelled(rowId: number, stepId: string): boolean {
    return this.#isCancelled(rowId, stepId)
  }

  /** Reads the cancelled parts; false if the calculation has ended. */
  async check(): Promise<boolean> {
    const text = await readCancelledScopes(this.#db, this.#key)
    if (text === null) {
      for (const { stop } of this.#underWay) stop.abort()
      return false
    }
    if (text !== this.#text) {
      this.#text = text
      this.#isCancelled = anyScopeTest(text)
      for (const { rowId, stepId, stop } of this.#underWay) if (this.#isCancelled(rowId, stepId)) stop.abort()
    }
    return true
  }

  /** Checks regularly. Storage errors are ignored, because the lease ends the work if storage stays unreachable. */
  watch(): void {
    this.#timer = setInterval(() => void this.check().catch(() => true), checkInterval)
  }

  begin(rowId: number, stepId: string, lease: AbortSignal): { signal: AbortSignal; end: () => void } {
    const work = { rowId, stepId, stop: new AbortController() }
    this.#underWay.add(work)
    return { signal: AbortSignal.any([lease, work.stop.signal]), end: () => this.#underWay.delete(work) }
  }

  stopWatching(): void {
    clearInterval(this.#timer)
  }
}
