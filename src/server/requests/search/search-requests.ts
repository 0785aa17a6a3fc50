import { Refusal } from '../../../engine/refusal.ts'
import { parseSearch } from '../../../engine/search/index.ts'
import { QueryTooSlowError } from '../../db/index.ts'
import type { Handler } from '../../http/handler.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { findPage } from './find-page.ts'
import { askInTime } from './in-time.ts'
import { openSearch, type Search } from './open-search.ts'
import { chooseDriver, countQuery, type Driver, type Found, listFound, listScoresOf } from './plan-queries.ts'
import { presentFound } from './present-found.ts'

/** Pages reach no deeper, and totals count no further. */
const deepest = 10_000
const usualPage = 10
/** Milliseconds that counting may add to a page. */
const patienceForCounts = 200

export const searchRequests: Handler<'searchRequests'> = async ({ store }, { caller, body }) => {
  const { workspace } = caller
  const query = parseSearch(body)
  const perPage = body.per_page ?? usualPage
  const page = body.page ?? 1
  const after = body.cursor == null ? null : readCursor(query, body.cursor)
  const offset = after ? 0 : (page - 1) * perPage
  if (offset + perPage > deepest)
    throw new Refusal('bad_request', `page: pages reach ${deepest} requests deep; go on with a cursor`, {
      path: 'page',
    })
  const search = await openSearch(store, workspace, query)
  const { found, total } = await askInTime(async () => {
    const driver = await chooseDriver(search)
    // One more than shown says whether there is a next page.
    const found = await findPage(search, driver, { after, offset, limit: perPage + 1 })
    return { found, total: await totalOf(search, driver, found, after ? null : { offset, perPage }) }
  })
  const shown = found.slice(0, perPage)
  const hasNext = found.length > perPage
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  const rows = ids.length > 0 ? await listFound(store.db, workspace, ids) : []
  const scores = ids.length > 0 ? await listScoresOf(store.db, workspace, ids) : []
  return {
    success: true as const,
    items: presentFound(ids, rows, scores, body.include_prompt_name ?? false),
    page,
    pages: Math.ceil(total.atLeast / perPage),
    per_page: perPage,
    total: total.atLeast,
    total_is_exact: total.isExact,
    has_next: hasNext,
    has_prev: page > 1,
    next_num: hasNext ? page + 1 : null,
    prev_num: page > 1 ? page - 1 : null,
    next_cursor: hasNext && last ? cursorOf(query, last) : null,
  }
}

interface Total {
  readonly atLeast: number
  readonly isExact: boolean
}

/** A page that is not full says by itself how many there are; the others are counted, but not at any price. */
async function totalOf(
  search: Search,
  driver: Driver,
  found: readonly Found[],
  page: { offset: number; perPage: number } | null,
): Promise<Total> {
  const seen = (page?.offset ?? 0) + found.length
  const isLast = page !== null && found.length <= page.perPage && (found.length > 0 || page.offset === 0)
  if (isLast) return { atLeast: seen, isExact: true }
  try {
    const [row] = await search.store.question(countQuery(search, driver, deepest + 1), patienceForCounts)
    const total = Number(row!.total)
    return { atLeast: Math.min(total, deepest), isExact: total <= deepest }
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    return { atLeast: seen, isExact: false }
  }
}
