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
export const coversNeed = (remainder: Amounts, need: Need): boolean =>
  (remainder.calls === null || remainder.calls >= need.calls) &&
  (remainder.cost === null || remainder.cost.gte(need.cost))

/** The remainder after a reservation. */
export const afterReservation = (remainder: Amounts, need: Need): Amounts => ({
  calls: remainder.calls === null ? null : remainder.calls - need.calls,
  cost: remainder.cost === null ? null : remainder.cost.minus(need.cost),
})

/** The remainder after a reservation is returned. */
export const afterReturn = (remainder: Amounts, added: Need): Amounts => ({
  calls: remainder.calls === null ? null : remainder.calls + added.calls,
  cost: remainder.cost === null ? null : remainder.cost.plus(added.cost),
})

/** A process reserves a tenth of the remainder at a time, so that other processes find some. */
const blockPart = 10

/** The reservation of a process for its next calls: at most the remainder; null if that does not cover the need. */
export function blockOf(remainder: Amounts, need: Need): Need | null {
  if (!coversNeed(remainder, need)) return null
  return {
    calls: remainder.calls === null ? 0 : Math.max(need.calls, Math.floor(remainder.calls / blockPart)),
    cost: remainder.cost === null ? new Money(0) : Money.max(need.cost, remainder.cost.div(blockPart)),
  }
}
