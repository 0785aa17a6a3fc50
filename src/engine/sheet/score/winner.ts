import { isBlank } from '../../columns/values/coercions.ts'
import type { Json } from '../../json/json.ts'
import { valueText } from '../hash/index.ts'
import type { CellState } from '../states/index.ts'
import type { WinnerKind } from './configuration.ts'
import { labelOf, readNumber } from './read-value.ts'

export interface WinnerResult {
  readonly value: Json
  /** The winning row's value in the label column; for the most frequent value, that of its first row. */
  readonly label: Json
  readonly count: number
  readonly excluded: number
}

/** The winning value of a column, tallied cell by cell; among equals the first wins. */
export class WinnerTally {
  readonly #kind: WinnerKind
  readonly #frequent = new Map<string, { value: Json; label: Json; count: number }>()
  #best: { number: number; value: Json; label: Json; count: number } | null = null
  #excluded = 0

  constructor(kind: WinnerKind) {
    this.#kind = kind
  }

  add(state: CellState, value: Json, label: Json): void {
    if (state !== 'COMPLETED' || isBlank(value)) this.#excluded++
    else if (this.#kind === 'most_frequent') this.#count(labelOf(value), label)
    else this.#compare(value, label)
  }

  result(): WinnerResult | null {
    const frequent = [...this.#frequent.values()]
    const top = frequent.reduce<(typeof frequent)[number] | null>(
      (best, winner) => (best === null || winner.count > best.count ? winner : best),
      null,
    )
    const winner = this.#kind === 'most_frequent' ? top : this.#best
    return (
      winner && { value: winner.value, label: winner.label, count: winner.count, excluded: this.#excluded }
    )
  }

  #count(value: Json, label: Json): void {
    const key = valueText(value)
    const entry = this.#frequent.get(key)
    if (entry) entry.count++
    else this.#frequent.set(key, { value, label, count: 1 })
  }

  #compare(value: Json, label: Json): void {
    const number = readNumber(value)
    if (number === null) {
      this.#excluded++
      return
    }
    const best = this.#best
    if (best && best.number === number) best.count++
    else if (!best || number < best.number === (this.#kind === 'lowest'))
      this.#best = { number, value, label, count: 1 }
  }
}
