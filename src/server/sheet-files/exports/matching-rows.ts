import { rowFilters } from '../../../contract/index.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Store } from '../../db/index.ts'
import { conditionsNow, type RowFilter, scanRows } from '../../sheets/index.ts'
import { type LoadedSheet, loadSheet, type SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { takeSnapshot } from './take-snapshot.ts'

interface ExportedRows {
  readonly loaded: LoadedSheet
  /** Indexes of the rows to export; null for all. */
  readonly rows: ReadonlySet<number> | null
}

/** Maximum attempts, because rows may move between the search and the snapshot. */
const maxAttempts = 3

/** Takes a snapshot of the sheet, and finds the rows that pass the filters. */
export async function snapshotOfRows(
  store: Store,
  workspace: WorkspaceId,
  address: SheetAddress,
  filters: string | undefined,
): Promise<ExportedRows> {
  if (filters === undefined) return { loaded: await takeSnapshot(store, workspace, address), rows: null }
  const rowFilterList = readFilters(filters)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const searched = await loadSheet(store.db, workspace, address)
    const rows = await matchingRows(store, workspace, searched, rowFilterList)
    const loaded = await takeSnapshot(store, workspace, address)
    const { layout, row_count } = loaded.sheet
    if (layout === searched.sheet.layout && row_count === searched.sheet.row_count) return { loaded, rows }
  }
  throw new Refusal('busy', 'The rows of the sheet change continuously. Retry.')
}

async function matchingRows(
  store: Store,
  workspace: WorkspaceId,
  loaded: LoadedSheet,
  filters: readonly RowFilter[],
) {
  const { columns, matches, readMetrics } = await conditionsNow(store.db, workspace, loaded, filters, [
    'query',
  ])
  const rows = new Set<number>()
  for await (const scanned of scanRows(store.scan, loaded, columns, { readMetrics }))
    for (const row of scanned.rows)
      if (matches((column) => scanned.cells.content(column, row))) rows.add(row.index)
  return rows
}

/** Parses filters. @throws Refusal 'invalid' that names the field. */
function readFilters(text: string): readonly RowFilter[] {
  const filters = rowFilters.safeParse(parsed(text))
  if (filters.success) return filters.data
  const [{ path, message }] = filters.error.issues as [(typeof filters.error.issues)[number]]
  throw new Refusal('invalid', message, { loc: ['query', 'filters', ...path.map(String)] })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'Not a JSON list of filters.', { loc: ['query', 'filters'] })
  }
}
