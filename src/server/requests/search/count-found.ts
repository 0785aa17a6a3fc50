import { nullIfSlow } from '../../db/index.ts'
import type { Driver } from './choose-driver-queries.ts'
import { readsTexts } from './driver.ts'
import { countQuery } from './plan-queries.ts'
import type { Search } from './search.ts'
import { maxDepth, type Total } from './search-page.ts'

const steps = [500, 2_500, maxDepth] as const
/** Milliseconds that a page may take for its total. */
const budget = 25
/** Milliseconds after which the first count is stopped. */
const firstStepTimeout = 100

/** True if counting would take too long: reading each text takes as long as for the page. */
export const isTooLongToCount = (
  { query }: Pick<Search, 'query'>,
  pageEnd: number,
  milliseconds: number,
): boolean => readsTexts(query.filter) && (milliseconds * steps[0]) / Math.max(pageEnd, 1) > firstStepTimeout

/** Counts matching requests, in steps, until the budget is used; at least `seen`. */
export async function countFound(search: Search, driver: Driver, pageEnd: number): Promise<Total> {
  let atLeast = pageEnd
  let remaining = budget
  for (const step of steps) {
    if (step <= pageEnd) continue
    const began = performance.now()
    // A later step may use the remaining budget, because its duration is only estimated.
    const counted = await countUpTo(
      search,
      driver,
      step + 1,
      step === steps[0] ? firstStepTimeout : remaining,
    )
    if (counted === null) break
    if (counted <= step) return { atLeast: Math.max(pageEnd, counted), isExact: true }
    atLeast = step
    const milliseconds = performance.now() - began
    remaining -= milliseconds
    // The next step counts four times as many requests.
    if (4 * milliseconds > remaining) break
  }
  return { atLeast, isExact: false }
}

/** Counts up to a limit; null if it timed out. */
async function countUpTo(
  search: Search,
  driver: Driver,
  limit: number,
  timeout: number,
): Promise<number | null> {
  const rows = await nullIfSlow(() => search.store.timedQuery(countQuery(search, driver, limit), timeout))
  return rows && Number(rows[0]!.total)
}
