import { PatternBudgetError } from '../pattern-error.ts'

/** Most values that one search may visit; more than a value of 10 MB holds. */
const MAX_STEPS = 300_000

/** Searches are synchronous and do not nest, so one counter is enough. */
let stepsLeft = 0
let searches = 0

export function startCounting(): void {
  stepsLeft = MAX_STEPS
  searches++
}

/** An id that differs between searches. */
export function currentSearch(): number {
  return searches
}

export function count(steps: number): void {
  stepsLeft -= steps
  if (stepsLeft < 0) throw new PatternBudgetError('visits more values than allowed')
}
