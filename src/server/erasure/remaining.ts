import type { RemainingItem, UnderWay } from '../../contract/index.ts'

/** Entities that name the person and are not deleted. */
export interface Remaining {
  readonly count: number
  /** The first of them. */
  readonly items: RemainingItem[]
  /** Work that was under way when everything had been searched. */
  readonly under_way?: UnderWay[]
}

/** Items on a receipt. */
export const maxItems = 100

export const noRemaining: Remaining = { count: 0, items: [] }

export const withItems = ({ count, items }: Remaining, more: readonly RemainingItem[]): Remaining => ({
  count: count + more.length,
  items: [...items, ...more].slice(0, maxItems),
})
