import type { Search } from './open-search.ts'
import type { Page } from './plan-queries.ts'
import { nearQuery, windowQuery } from './walk-windows-queries.ts'
import type { Started } from './walk-words-queries.ts'

/** Requests that are looked at one by one, 7 microseconds each, and those in the first window behind them. */
const usually = { looked: 1_000, window: 8_000 }
/** How much longer than the window before it the second is. */
const leastGrowth = 8
const mostGrowth = 64

/**
 * A page of the requests with all words, where the index gives all of them or none. Common words are among the
 * nearest requests; for others the index is asked within a window that holds so many requests, whenever they were,
 * then within one that is as much longer as little was found, then without a bound. So what it gives is never many
 * times the page.
 */
export async function walkWindows(
  search: Search,
  { after, offset, limit }: Page,
  lengths = usually,
): Promise<Started[]> {
  const { query } = search
  const wanted = offset + limit
  const ask = async (at: Started, until: number | null) =>
    search.ask(windowQuery(search, at, until, wanted - found.length))
  // The cursor of a walk by time holds a time.
  const near = await search.ask(nearQuery(search, after as Started | null, lengths, wanted))
  const last = near.find(({ is_found }) => !is_found)
  const found: Started[] = near.filter((each) => each !== last).map(({ id, value }) => ({ id, value }))
  if (!last) return found.slice(offset, wanted)
  let until = last.until
  found.push(...(await ask(last, until)))
  if (until !== null && found.length < wanted) {
    const growth = (2 * wanted) / Math.max(found.length, 1)
    const span = (until - last.value) * Math.min(mostGrowth, Math.max(leastGrowth, growth))
    const further = until + span
    found.push(...(await ask(edge(query, until), further)))
    until = further
  }
  if (until !== null && found.length < wanted) found.push(...(await ask(edge(query, until), null)))
  return found.slice(offset, wanted)
}

/** Behind all that started at this time. */
const edge = ({ descending }: Search['query'], time: number): Started => ({
  value: time,
  id: descending ? 0 : Number.MAX_SAFE_INTEGER,
})
