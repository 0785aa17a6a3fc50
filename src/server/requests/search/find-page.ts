import { scansArrivals } from './arrival-queries.ts'
import type { Driver } from './choose-driver-queries.ts'
import { arrivedPageQuery, type FoundRequest, type Page, pageQuery } from './plan-queries.ts'
import type { Search } from './search.ts'
import { inOrder, walkScores } from './walk-scores.ts'
import { walkWindows } from './walk-windows.ts'
import { walkWords } from './walk-words.ts'

/** Finds one page of ids in order. */
export async function findPage(search: Search, driver: Driver, page: Page): Promise<FoundRequest[]> {
  if (!scansArrivals(search, driver)) return findIndexed(search, driver, page)
  const { after, offset, limit } = page
  const fromStart = { after, offset: 0, limit: offset + limit }
  // Pending requests are read before the index, so that a request that is indexed between the two reads is found twice
  // and not missed. Duplicates are removed below.
  const arrived = await search.runQuery(arrivedPageQuery(search, fromStart))
  const indexed = await findIndexed(search, driver, fromStart)
  const indexedIds = new Set(indexed.map(({ id }) => id))
  return inOrder(search, [...indexed, ...arrived.filter(({ id }) => !indexedIds.has(id))]).slice(
    offset,
    offset + limit,
  )
}

async function findIndexed(search: Search, driver: Driver, page: Page): Promise<FoundRequest[]> {
  const { store, query, words } = search
  const isWalk = words.length > 0 && query.sortBy === 'request_start_time'
  if (isWalk && driver.by === 'words') return walkWords(search, page)
  if (isWalk && driver.by === 'time' && store.dialect === 'postgres') return walkWindows(search, page)
  // With words, PostgreSQL's planner chooses between the index of words and the index of scores.
  const isManyScores = query.sortScore !== null && driver.by === 'time' && words.length === 0
  if (isManyScores) return walkScores(search, query.sortScore!, page)
  return search.runQuery(pageQuery(search, driver, page))
}
