import { parseSearch } from '../../../engine/search/index.ts'
import type { Handler } from '../../http/handler.ts'
import { promptNamesOf } from '../queries.ts'
import { cursorOf, readCursor } from './cursor.ts'
import { listRows, scoresOfRequests } from './found-queries.ts'
import type { LogSearch } from './log-search.ts'
import type { FoundRequest } from './plan-queries.ts'
import { presentFound } from './present-found.ts'
import { previewsOf } from './previews.ts'
import { searchLog } from './search-log.ts'
import { presentPage, requireDepth, type Total } from './search-page.ts'
import { refusingTimeout } from './time-limit.ts'

const defaultPageSize = 10
/** Given scores of each request in a list. */
const listedScores = 10

export const searchRequests: Handler<'searchRequests'> = async ({ store }, { caller, body }) => {
  const { workspace } = caller
  const query = parseSearch(body)
  const perPage = body.per_page ?? defaultPageSize
  const page = body.page ?? 1
  const cursor = body.cursor == null ? null : readCursor(query, body.cursor)
  const after = cursor?.position ?? null
  const offset = after ? 0 : (page - 1) * perPage
  requireDepth(offset + perPage, 'requests')
  const { requests, total } = await refusingTimeout(async () => {
    const search = await searchLog(store, workspace, query)
    const began = performance.now()
    // One row more than the page has shows whether there is a next page.
    const rows = await search.page({ after, offset, limit: perPage + 1 })
    const milliseconds = performance.now() - began
    return {
      requests: rows,
      total: cursor?.total ?? (await totalOf(search, rows, { offset, perPage, milliseconds })),
    }
  })
  const pageRequests = requests.slice(0, perPage)
  const hasNext = requests.length > perPage
  const last = pageRequests.at(-1)
  const ids = pageRequests.map(({ id }) => id)
  const [rows, scores] = await Promise.all([
    ids.length > 0 ? listRows(store.db, workspace, ids) : [],
    scoresOfRequests(store.db, workspace, ids, listedScores),
  ])
  const promptNames = body.include_prompt_name ? await promptNamesOf(store.db, workspace, rows) : undefined
  const { include_input_preview: withInput, include_output_preview: withOutput } = body
  const previews = withInput || withOutput ? await previewsOf(store, workspace, ids) : undefined
  const sortScores = query.sortScore
    ? new Map(pageRequests.map(({ id, value }) => [id, Number(value)]))
    : undefined
  return {
    success: true as const,
    items: presentFound(ids, rows, scores, {
      promptNames,
      inputs: withInput ? previews : undefined,
      outputs: withOutput ? previews : undefined,
      sortScores,
    }),
    ...presentPage({
      page,
      perPage,
      total,
      nextCursor: hasNext && last ? cursorOf(query, { position: last, total }) : null,
    }),
  }
}

/** The total. A page that is not full gives the exact number. */
async function totalOf(
  search: LogSearch,
  rows: readonly FoundRequest[],
  { offset, perPage, milliseconds }: { offset: number; perPage: number; milliseconds: number },
): Promise<Total> {
  // An empty page beyond the end says nothing about the total.
  const requests = rows.length > 0 ? offset + rows.length : 0
  const isLast = rows.length <= perPage && (rows.length > 0 || offset === 0)
  return isLast ? { atLeast: requests, isExact: true } : search.total({ requests, milliseconds })
}
