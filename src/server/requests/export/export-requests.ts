import { parseSearch, type SearchCriteria } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { Handler, StreamedDownload } from '../../http/handler.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { finishIndex } from '../indexing/indexer.ts'
import { readFilterText } from '../search/filter-text.ts'
import { searchLog } from '../search/search-log.ts'
import { readExportCursor } from './export-cursor.ts'
import { lastArrivalOf } from './export-queries.ts'
import { columnsWithCursor } from './exported-columns.ts'
import { exportedRows } from './exported-rows.ts'
import { rowsDownload } from './rows-download.ts'

export const exportRequests: Handler<'exportRequests'> = ({ store }, { caller, body }) =>
  exportRows(store, caller.workspace, body)

export const downloadRequests: Handler<'downloadRequests'> = ({ store }, { caller, query }) =>
  exportRows(store, caller.workspace, { ...query, filter_group: readFilterText(query.filter_group) })

interface ExportQuery extends Pick<SearchCriteria, 'filter_group'> {
  readonly q?: string | null | undefined
  readonly sort_order: 'asc' | 'desc'
  readonly format: 'jsonl' | 'csv' | 'parquet'
  readonly cursor?: string | null | undefined
  readonly limit?: number | null | undefined
  readonly include_content: boolean
  readonly header: boolean
  readonly escape_formulas: boolean
}

async function exportRows(
  store: Store,
  workspace: WorkspaceId,
  options: ExportQuery,
): Promise<StreamedDownload> {
  const { sort_order, filter_group, q = null } = options
  const query = parseSearch({ filter_group, q, sort_order })
  const resumed = options.cursor == null ? null : readExportCursor(query, options.cursor)
  const arrivedBy = resumed?.arrivedBy ?? (await lastArrivalOf(store, workspace))
  await finishIndex(store)
  const columns = columnsWithCursor(options.include_content)
  const rows = exportedRows({
    store,
    workspace,
    // All requests of the export are indexed, because `finishIndex` was called.
    search: await searchLog(store, workspace, query, { limit: () => pageTimeout, isIndexed: true }),
    arrivedBy,
    after: resumed?.after ?? null,
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    columns,
  })
  return rowsDownload(columns, rows, { ...options, name: 'requests' })
}

/** Milliseconds after which a slow page is tried again over a shorter time span. */
const pageTimeout = 5_000
