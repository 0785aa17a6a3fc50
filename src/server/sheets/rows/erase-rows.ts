import type { Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { selectColumns } from '../storage/column-queries.ts'
import { loadForChange } from '../storage/load-sheet.ts'
import { removeRows, selectRowsById } from '../storage/row-queries.ts'
import { beginChangeByNumber } from '../storage/sheet-queries.ts'
import { eraseHistory, findAnySheet, subtractFromVersions } from './erase-queries.ts'
import { removeAndCount, removeFromSheet } from './remove-rows.ts'

/** Deletes rows of a sheet and of its saved versions. The sheet itself may be deleted. Returns the id of the sheet. */
export async function eraseRows(
  tx: Tx,
  workspace: WorkspaceId,
  number: number,
  ids: readonly number[],
  now: number,
): Promise<string | null> {
  const sheet = await findAnySheet(tx, workspace, number)
  if (!sheet) return null
  const locked = sheet.deleted_at === null ? sheet : await beginChangeByNumber(tx, workspace, number, now)
  if (!locked) return null
  const address = { table_id: sheet.table_id, sheet_id: sheet.id }
  const loaded = locked.deleted_at === null ? await loadForChange(tx, workspace, address, now) : null
  await subtractFromVersions(tx, sheet, ids)
  await eraseHistory(tx, sheet, ids)
  const stored = await selectRowsById(tx, sheet, ids)
  const rows = stored.toSorted((a, b) => a.position - b.position)
  if (rows.length === 0) await removeRows(tx, sheet, ids)
  else if (loaded) await removeFromSheet(tx, loaded, rows)
  // A deleted sheet may be restored, so its counts are updated too.
  else await removeAndCount(tx, locked, await selectColumns(tx, workspace, [number]), rows)
  return sheet.id
}
