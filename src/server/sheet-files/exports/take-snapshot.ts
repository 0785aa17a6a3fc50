import { Refusal } from '../../../engine/refusal.ts'
import type { Store } from '../../db/index.ts'
import { type LoadedSheet, loadSheet, type SheetAddress } from '../../sheets/storage/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { preserveFromNow } from './snapshot-queries.ts'

/** Maximum attempts, because another sheet may be linked while this call waits for locks. */
const maxAttempts = 3

/** Takes a snapshot of a sheet and of the sheets that it mirrors: their content at this `version_count` stays readable. */
export async function takeSnapshot(
  store: Store,
  workspace: WorkspaceId,
  address: SheetAddress,
): Promise<LoadedSheet> {
  return store.transact(async (tx) => {
    const lockedVersions = new Map<number, number>()
    for (let attempt = 1; ; attempt++) {
      const loaded = await loadSheet(tx, workspace, address)
      const sheets = [...loaded.sheets.values()].sort((a, b) => a.number - b.number)
      if (sheets.every(({ number, version_count }) => lockedVersions.get(number) === version_count))
        return loaded
      if (attempt > maxAttempts) throw new Refusal('busy', 'The sheet changes continuously. Retry.')
      for (const { number } of sheets) {
        const sheet = await preserveFromNow(tx, workspace, number)
        if (sheet) lockedVersions.set(number, sheet.version_count)
      }
    }
  })
}
