import { PatternBudgetError } from '../pattern-error.ts'

/** Values looked at by one search; more than a value of 10 MB holds. */
const MAX_STEPS = 300_000

/** Searches do not nest and do not wait, so that one counter serves all. */
let left = 0
let searches = 0

export function startCounting(): void {
  left = MAX_STEPS
  searches++
}

/** Tells one search from the next. */
export function currentSearch(): number {
  return searches
}

export function count(steps: number): void {
  left -= steps
  if (left < 0) throw new PatternBudgetError('looks at more values than allowed')
}
