import { parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { chooseDriver, type Driver } from './choose-driver-queries.ts'
import { countFound, isTooLongToCount } from './count-found.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { findPage } from './find-page.ts'
import { listFound, listScoresOf } from './found-queries.ts'
import { inputPreviewsOf } from './input-previews.ts'
import { withListedWords } from './listed-words.ts'
import { openSearch } from './open-search.ts'
import type { Found } from './plan-queries.ts'
import { presentFound } from './present-found.ts'
import type { Search } from './search.ts'
import { presentPage, requireDepth, type Total } from './search-page.ts'
import { refusingTimeout } from './time-limit.ts'

const defaultPageSize = 10

export const searchRequests: Handler<'searchRequests'> = async ({ store }, { caller, body }) => {
  const { workspace } = caller
  const query = parseSearch(body)
  const perPage = body.per_page ?? defaultPageSize
  const page = body.page ?? 1
  const cursor = body.cursor == null ? null : readCursor(query, body.cursor)
  const after = cursor?.position ?? null
  const offset = after ? 0 : (page - 1) * perPage
  requireDepth(offset + perPage, 'requests')
  const { found, total } = await refusingTimeout(async () => {
    const opened = await openSearch(store, workspace, query)
    return withListedWords(opened, async (search) => {
      const driver = await chooseDriver(search)
      const began = performance.now()
      // One extra row tells whether there is a next page.
      const found = await findPage(search, driver, { after, offset, limit: perPage + 1 })
      const took = performance.now() - began
      return {
        found,
        total: cursor?.total ?? (await totalOf(search, driver, found, { offset, perPage, took })),
      }
    })
  })
  const shown = found.slice(0, perPage)
  const hasNext = found.length > perPage
  const last = shown.at(-1)
  const ids = shown.map(({ id }) => id)
  const [rows, scores] =
    ids.length > 0
      ? await Promise.all([listFound(store.db, workspace, ids), listScoresOf(store.db, workspace, ids)])
      : [[], []]
  const previews =
    body.include_input_preview && ids.length > 0 ? await inputPreviewsOf(store.db, workspace, ids) : undefined
  return {
    success: true as const,
    items: presentFound(ids, rows, scores, { withPromptName: body.include_prompt_name ?? false, previews }),
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, { position: last, total }) : null,
    }),
  }
}

/** A page that is not full gives the exact total. */
async function totalOf(
  search: Search,
  driver: Driver,
  found: readonly Found[],
  { offset, perPage, took }: { offset: number; perPage: number; took: number },
): Promise<Total> {
  // An empty page after the last gives no total.
  const seen = found.length > 0 ? offset + found.length : 0
  const isLast = found.length <= perPage && (found.length > 0 || offset === 0)
  if (isLast) return { atLeast: seen, isExact: true }
  if (isTooLongToCount(search, seen, took)) return { atLeast: seen, isExact: false }
  return countFound(search, driver, seen)
}
