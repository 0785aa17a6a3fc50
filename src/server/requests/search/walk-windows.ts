import type { Page } from './plan-queries.ts'
import type { Search } from './search.ts'
import { nearQuery, windowQuery } from './walk-windows-queries.ts'
import type { Started } from './walk-words-queries.ts'

/** Number of requests that are scanned one by one (7 microseconds each), and of requests in the first window after them. */
const defaultLengths = { scanned: 1_000, window: 8_000 }
/** Bounds of the factor by which the second window is longer than the first. */
const minGrowth = 8
const maxGrowth = 64

/**
 * Finds a page of requests with all words, on PostgreSQL, whose index returns all matches or none. Common words are
 * found among the nearest requests. Rarer ones are found in a window, then in a longer window, then without a bound. So
 * the index never returns many times the page.
 */
export async function walkWindows(
  search: Search,
  { after, offset, limit }: Page,
  lengths = defaultLengths,
): Promise<Started[]> {
  const { query } = search
  const end = offset + limit
  const ask = async (start: Started, until: number | null) =>
    search.runQuery(windowQuery(search, start, until, end - rows.length))
  // In a walk by time, the position after which a page starts has a time.
  const nearWindow = await search.runQuery(nearQuery(search, after as Started | null, lengths, end))
  const last = nearWindow.find(({ is_found }) => !is_found)
  const rows: Started[] = nearWindow.filter((each) => each !== last).map(({ id, value }) => ({ id, value }))
  if (!last) return rows.slice(offset, end)
  let until = last.until
  rows.push(...(await ask(last, until)))
  if (until !== null && rows.length < end) {
    const growth = (2 * end) / Math.max(rows.length, 1)
    const span = (until - last.value) * Math.min(maxGrowth, Math.max(minGrowth, growth))
    const further = until + span
    rows.push(...(await ask(edge(query, until), further)))
    until = further
  }
  if (until !== null && rows.length < end) rows.push(...(await ask(edge(query, until), null)))
  return rows.slice(offset, end)
}

/** The position after all requests that started at this time. */
const edge = ({ descending }: Search['query'], time: number): Started => ({
  value: time,
  id: descending ? 0 : Number.MAX_SAFE_INTEGER,
})
