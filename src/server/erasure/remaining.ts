import type { RemainingItem } from '../../contract/index.ts'

/** What names the person and stays. */
export interface Remaining {
  readonly count: number
  /** The first of them. */
  readonly items: RemainingItem[]
}

/** Items on a receipt. */
const maxItems = 100

export const noRemaining: Remaining = { count: 0, items: [] }

export const withItems = ({ count, items }: Remaining, more: readonly RemainingItem[]): Remaining => ({
  count: count + more.length,
  items: [...items, ...more].slice(0, maxItems),
})
