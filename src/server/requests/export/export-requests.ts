import { exportMediaTypes } from '../../../contract/index.ts'
import { parseSearch, type SearchWish } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import { type Pages, writeCsv, writeJsonl, writeParquet } from '../../files/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { type Handler, StreamedDownload } from '../../http/handler.ts'
import { finishIndex } from '../indexer.ts'
import { readFilterText } from '../search/filter-text.ts'
import { askInTime } from '../search/in-time.ts'
import { openSearch } from '../search/open-search.ts'
import { readExportCursor } from './export-cursor.ts'
import { lastArrivalOf } from './export-queries.ts'
import { columnsOf } from './exported-columns.ts'
import { exportedRows } from './exported-rows.ts'

export const exportRequests: Handler<'exportRequests'> = ({ store }, { caller, body }) =>
  exported(store, caller.workspace, body)

export const downloadRequests: Handler<'downloadRequests'> = ({ store }, { caller, query }) =>
  exported(store, caller.workspace, { ...query, filter_group: readFilterText(query.filter_group) })

interface Asked extends Pick<SearchWish, 'filter_group'> {
  readonly q?: string | null | undefined
  readonly sort_order: 'asc' | 'desc'
  readonly format: 'jsonl' | 'csv' | 'parquet'
  readonly cursor?: string | null | undefined
  readonly limit?: number | null | undefined
  readonly include_content: boolean
  readonly header: boolean
  readonly escape_formulas: boolean
}

async function exported(store: Store, workspace: WorkspaceId, asked: Asked): Promise<StreamedDownload> {
  const { format, sort_order, filter_group, q = null } = asked
  const query = parseSearch({ filter_group, q, sort_order })
  const resumed = asked.cursor == null ? null : readExportCursor(query, asked.cursor)
  const arrivedBy = resumed?.arrivedBy ?? (await lastArrivalOf(store, workspace))
  await finishIndex(store)
  const columns = columnsOf(asked.include_content)
  const rows = exportedRows({
    // All that arrived by then is in the index.
    search: {
      ...(await openSearch(store, workspace, query)),
      hasArrivals: false,
      ask: (query) => store.question(query, patienceForPages),
    },
    arrivedBy,
    after: resumed?.after ?? null,
    limit: asked.limit ?? Number.POSITIVE_INFINITY,
    columns,
  })
  const pages = await askInTime(() => begun(rows))
  const titles = columns.map(({ title }) => title)
  const write = {
    csv: () => writeCsv(titles, pages, { escapeFormulas: asked.escape_formulas, hasHeader: asked.header }),
    jsonl: () => writeJsonl(titles, pages),
    parquet: () => writeParquet(columns, pages),
  }
  return new StreamedDownload(write[format](), `requests.${format}`, exportMediaTypes[format])
}

/** Milliseconds until a page is looked for in a shorter time of the log instead. */
const patienceForPages = 5_000

/** The same pages, once the first is there: until then what is wrong can still be said. */
async function begun(pages: AsyncGenerator<Awaited<PagesOf>>): Promise<Pages> {
  const first = await pages.next()
  return (async function* () {
    try {
      if (!first.done) yield first.value
      yield* pages
    } finally {
      await pages.return(undefined)
    }
  })()
}

type PagesOf = Pages extends AsyncIterable<infer Page> ? Page : never
