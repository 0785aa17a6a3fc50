import { looksAtArrivals } from './arrival-queries.ts'
import type { Search } from './open-search.ts'
import { arrivedPageQuery, type Driver, type Found, type Page, pageQuery } from './plan-queries.ts'

/** One page of ids, in order. */
export async function findPage(search: Search, driver: Driver, page: Page): Promise<Found[]> {
  if (!looksAtArrivals(search, driver)) return ofIndex(search, driver, page)
  const { after, offset, limit } = page
  const wanted = { after, offset: 0, limit: offset + limit }
  // Before the index is asked: what comes into it meanwhile is then found twice, and not missed.
  const arrived = await search.store.question(arrivedPageQuery(search, wanted), search.patience)
  const indexed = await ofIndex(search, driver, wanted)
  const known = new Set(indexed.map(({ id }) => id))
  return inOrder(search, [...indexed, ...arrived.filter(({ id }) => !known.has(id))]).slice(
    offset,
    offset + limit,
  )
}

const ofIndex = (search: Search, driver: Driver, page: Page): Promise<Found[]> =>
  search.store.question(pageQuery(search, driver, page), search.patience)

function inOrder({ query }: Search, found: readonly Found[]): Found[] {
  const direction = query.descending ? -1 : 1
  return found.toSorted((a, b) =>
    a.value === b.value ? direction * (a.id - b.id) : a.value < b.value ? -direction : direction,
  )
}
