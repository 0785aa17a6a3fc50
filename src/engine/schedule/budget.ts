import { Money } from '../price/index.ts'

/** Limits of a run; null: unlimited. */
export interface Amounts {
  readonly calls: number | null
  readonly cost: Money | null
}

/** The most that one call may use. */
export interface Need {
  readonly calls: number
  readonly cost: Money
}

/** Whether the remainder covers the need. */
export const fits = (left: Amounts, need: Need): boolean =>
  (left.calls === null || left.calls >= need.calls) && (left.cost === null || left.cost.gte(need.cost))

/** The remainder after a reservation. */
export const less = (left: Amounts, need: Need): Amounts => ({
  calls: left.calls === null ? null : left.calls - need.calls,
  cost: left.cost === null ? null : left.cost.minus(need.cost),
})

/** The remainder after a reservation is returned. */
export const more = (left: Amounts, added: Need): Amounts => ({
  calls: left.calls === null ? null : left.calls + added.calls,
  cost: left.cost === null ? null : left.cost.plus(added.cost),
})

/** A process reserves this fraction of the remainder at a time, so that other processes find some. */
const blockPart = 10

/** The reservation of a process for its next calls: at most the remainder; null if that does not cover the need. */
export function blockOf(left: Amounts, need: Need): Need | null {
  if (!fits(left, need)) return null
  return {
    calls: left.calls === null ? 0 : Math.max(need.calls, Math.floor(left.calls / blockPart)),
    cost: left.cost === null ? new Money(0) : Money.max(need.cost, left.cost.div(blockPart)),
  }
}
