import { exportMediaTypes } from '../../contract/index.ts'
import type { Json } from '../../engine/json/json.ts'
import type { Database } from '../db/index.ts'
import { writeCsv, writeJsonl } from '../files/index.ts'
import { type Handler, StreamedDownload } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { AuditFilter } from './audit-queries.ts'
import { filterOf, idRangeOf, presentEvent, selectPage } from './audit-search.ts'

export const listAuditEvents: Handler<'listAuditEvents'> = async ({ store }, { caller, query }) => {
  const filter = filterOf(query)
  const ids = await idRangeOf(store.scan, caller.workspace, filter, query.before_id)
  const { rows, next } = ids
    ? await selectPage(store.scan, caller.workspace, filter, ids, query.limit)
    : { rows: [], next: null }
  return {
    success: true as const,
    audit_events: rows.map(presentEvent),
    has_more: next !== null,
    next_before_id: next,
  }
}

export const exportAuditEvents: Handler<'exportAuditEvents'> = async ({ store }, { caller, query }) => {
  const { format, header, escape_formulas } = query
  const pages = exportedRows(store.scan, caller.workspace, filterOf(query), query.before_id)
  const chunks =
    format === 'csv'
      ? writeCsv(titles, pages, { escapeFormulas: escape_formulas, hasHeader: header })
      : writeJsonl(titles, pages)
  return new StreamedDownload(chunks, `audit-log.${format}`, exportMediaTypes[format])
}

/** An event has up to 200 kB. */
const rowsPerPage = 50

const titles = ['id', 'at', 'actor', 'operation', 'params', 'given', 'before', 'after'] as const

async function* exportedRows(
  db: Database,
  workspace: WorkspaceId,
  filter: AuditFilter,
  before: number | undefined,
): AsyncGenerator<readonly (readonly Json[])[]> {
  let ids = await idRangeOf(db, workspace, filter, before)
  while (ids) {
    const { rows, next } = await selectPage(db, workspace, filter, ids, rowsPerPage)
    if (rows.length > 0) yield rows.map(rowOf)
    ids = next === null ? null : { from: ids.from, before: next }
  }
}

function rowOf(row: Parameters<typeof presentEvent>[0]): Json[] {
  const event = presentEvent(row)
  return titles.map((title) => event[title] as Json)
}
