import { Money } from '../price/index.ts'

/** How much a run may use; null: as much as it wants. */
export interface Amounts {
  readonly calls: number | null
  readonly cost: Money | null
}

/** What one call may use at most. */
export interface Need {
  readonly calls: number
  readonly cost: Money
}

/** Whether what is left covers the need. */
export const fits = (left: Amounts, need: Need): boolean =>
  (left.calls === null || left.calls >= need.calls) && (left.cost === null || left.cost.gte(need.cost))

/** What is left once the need is set aside. */
export const less = (left: Amounts, need: Need): Amounts => ({
  calls: left.calls === null ? null : left.calls - need.calls,
  cost: left.cost === null ? null : left.cost.minus(need.cost),
})

/** What is left once something is given back. */
export const more = (left: Amounts, given: Need): Amounts => ({
  calls: left.calls === null ? null : left.calls + given.calls,
  cost: left.cost === null ? null : left.cost.plus(given.cost),
})

/** One in this many of what is left is taken at a time, so that others find some until the very end. */
const blockPart = 10

/**
 * What a process sets aside for its next calls out of what is left for all. Never more than is left; null when
 * that does not cover the need.
 */
export function blockOf(left: Amounts, need: Need): Need | null {
  if (!fits(left, need)) return null
  return {
    calls: left.calls === null ? 0 : Math.max(need.calls, Math.floor(left.calls / blockPart)),
    cost: left.cost === null ? new Money(0) : Money.max(need.cost, left.cost.div(blockPart)),
  }
}
