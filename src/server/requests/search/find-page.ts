import type { Driver } from './choose-driver-queries.ts'
import type { Search } from './open-search.ts'
import { type Found, type Page, pageQuery } from './plan-queries.ts'
import { walkWindows } from './walk-windows.ts'
import { walkWords } from './walk-words.ts'

/** One page of ids, in order. */
export async function findPage(search: Search, driver: Driver, page: Page): Promise<Found[]> {
  const { store, query, words, patience } = search
  const isWalk = words.length > 0 && query.sortBy === 'request_start_time'
  if (isWalk && driver.by === 'words') return walkWords(search, page)
  if (isWalk && driver.by === 'time' && store.dialect === 'postgres') return walkWindows(search, page)
  return store.question(pageQuery(search, driver, page), patience)
}
