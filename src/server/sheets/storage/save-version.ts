import { randomUUIDv7 } from 'node:crypto'
import type { SheetRow, SheetVersionRow, Tx } from '../../db/index.ts'
import type { LoadedSheet } from './load-sheet.ts'
import { recordPart, type SheetPart } from './record-changes.ts'
import { updateSheetRow } from './sheet-queries.ts'
import { insertVersion } from './version-queries.ts'

/** Why a version was saved: by a person, because columns or the score changed, or by a restore. */
export type VersionReason =
  | { readonly reason: 'saved' | 'score_configured' }
  | { readonly reason: 'column_created' | 'column_updated' | 'column_deleted'; readonly column_id: string }
  | { readonly reason: 'imported'; readonly operation_id: string }
  | { readonly reason: 'restored'; readonly source_version_id: string }

/** Saves the sheet as it is after the present change. This copies no content: content is preserved when it is overwritten. */
export async function saveVersion(
  tx: Tx,
  sheet: SheetRow,
  name: string | null,
  metadata: VersionReason,
  createdBy: string | null,
): Promise<SheetVersionRow> {
  const row: SheetVersionRow = {
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    number: sheet.saved_versions + 1,
    id: randomUUIDv7(),
    name,
    created_by: createdBy,
    version_count: sheet.version_count,
    row_count: sheet.row_count,
    metadata: JSON.stringify(metadata),
    created_at: sheet.updated_at,
  }
  await insertVersion(tx, row)
  await updateSheetRow(tx, sheet, { saved_at: sheet.version_count, saved_versions: row.number })
  for (const part of partsOf[metadata.reason]) await recordPart(tx, sheet, part)
  return row
}

/** Saves a version of the sheet without a name. Returns the sheet after that. */
export async function saveVersionOf(
  tx: Tx,
  loaded: LoadedSheet,
  reason: VersionReason,
  createdBy: string | null,
): Promise<LoadedSheet> {
  const { sheet } = loaded
  const { version_count, number } = await saveVersion(tx, sheet, null, reason, createdBy)
  return { ...loaded, sheet: { ...sheet, saved_at: version_count, saved_versions: number } }
}

const partsOf: Readonly<Record<VersionReason['reason'], readonly SheetPart[]>> = {
  saved: ['versions'],
  score_configured: ['versions', 'scores'],
  column_created: ['versions', 'columns'],
  column_updated: ['versions', 'columns'],
  column_deleted: ['versions', 'columns'],
  imported: ['versions', 'columns'],
  restored: ['versions', 'columns', 'rows'],
}
