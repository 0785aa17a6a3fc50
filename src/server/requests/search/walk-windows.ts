import type { Search } from './open-search.ts'
import type { Page } from './plan-queries.ts'
import { nearQuery, windowQuery } from './walk-windows-queries.ts'
import type { Started } from './walk-words-queries.ts'

/** Requests that are looked at one by one, 7 microseconds each. */
const usuallyLooked = 1_000
/** How much longer than the stretch of time behind it a window is. */
const leastGrowth = 8
const mostGrowth = 64
const windows = 3

/**
 * A page of the requests with all words, where the index gives all of them or none. Common words are among the
 * nearest requests; for others the index is asked within windows of time, each longer than the one before by what
 * has been found so far, so that what it gives is never many times the page.
 */
export async function walkWindows(
  search: Search,
  { after, offset, limit }: Page,
  looked = usuallyLooked,
): Promise<Started[]> {
  const { store, patience } = search
  const wanted = offset + limit
  // The cursor of a walk by time holds a time.
  const start = after as Started | null
  const near = await store.question(nearQuery(search, start, looked, wanted), patience)
  const last = near.find(({ first }) => first !== null)
  const found: Started[] = near.filter((each) => each !== last).map(({ id, value }) => ({ id, value }))
  let at: Started | null = last ?? null
  let span = last ? Math.abs(last.value - last.first!) : 0
  for (let round = 1; at && found.length < wanted; round++) {
    const growth = (2 * wanted) / Math.max(found.length, 1)
    span = Math.max(span, 1) * Math.min(mostGrowth, Math.max(leastGrowth, growth))
    const until: number | null = round < windows ? at.value + (search.query.descending ? -span : span) : null
    found.push(...(await store.question(windowQuery(search, at, until, wanted - found.length), patience)))
    at = until === null ? null : { value: until, id: search.query.descending ? 0 : Number.MAX_SAFE_INTEGER }
  }
  return found.slice(offset, wanted)
}
