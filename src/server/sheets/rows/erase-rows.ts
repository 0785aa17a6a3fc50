import type { Tx } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { loadForChange } from '../storage/load-sheet.ts'
import { removeRows, selectRowsById } from '../storage/row-queries.ts'
import { eraseHistory, findAnySheet, subtractFromVersions } from './erase-queries.ts'
import { removeFromSheet } from './remove-rows.ts'

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
  const address = { table_id: sheet.table_id, sheet_id: sheet.id }
  const loaded = sheet.deleted_at === null ? await loadForChange(tx, workspace, address, now) : null
  await subtractFromVersions(tx, sheet, ids)
  await eraseHistory(tx, sheet, ids)
  const rows = await selectRowsById(tx, sheet, ids)
  if (loaded && rows.length > 0)
    await removeFromSheet(
      tx,
      loaded,
      rows.toSorted((a, b) => a.position - b.position),
    )
  else await removeRows(tx, sheet, ids)
  return sheet.id
}
