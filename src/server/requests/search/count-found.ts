import { QueryTooSlowError } from '../../db/index.ts'
import type { Driver } from './choose-driver-queries.ts'
import { readsTexts } from './driver.ts'
import type { Search } from './open-search.ts'
import { countQuery } from './plan-queries.ts'

export interface Total {
  readonly atLeast: number
  readonly isExact: boolean
}

/** Pages reach no deeper, and totals count no further. */
export const deepest = 10_000
const steps = [500, 2_500, deepest] as const
/** Milliseconds: as long as a page may take for its total. */
const budget = 25
/** Milliseconds after which the first step is stopped: it took far longer than was expected of it. */
const patienceForStep = 100

/**
 * Whether counting is in vain: each text that is read takes as long as one for the page did, so many milliseconds
 * for as many as were seen.
 */
export const isTooLongToCount = ({ query }: Pick<Search, 'query'>, seen: number, took: number): boolean =>
  readsTexts(query.filter) && (took * steps[0]) / Math.max(seen, 1) > patienceForStep

/** How many requests are found, counted further as long as it goes quickly; `seen` are there at least. */
export async function countFound(search: Search, driver: Driver, seen: number): Promise<Total> {
  let atLeast = seen
  let left = budget
  for (const step of steps) {
    if (step <= seen) continue
    const began = performance.now()
    // Behind the first a step is stopped with the budget: how long it takes is only guessed.
    const counted = await countUpTo(search, driver, step + 1, step === steps[0] ? patienceForStep : left)
    if (counted === null) break
    if (counted <= step) return { atLeast: Math.max(seen, counted), isExact: true }
    atLeast = step
    const took = performance.now() - began
    left -= took
    // The next step counts four times as many.
    if (4 * took > left) break
  }
  return { atLeast, isExact: false }
}

/** Null: it took too long. */
async function countUpTo(
  search: Search,
  driver: Driver,
  limit: number,
  patience: number,
): Promise<number | null> {
  try {
    const [row] = await search.store.question(countQuery(search, driver, limit), patience)
    return Number(row!.total)
  } catch (error) {
    if (error instanceof QueryTooSlowError) return null
    throw error
  }
}
