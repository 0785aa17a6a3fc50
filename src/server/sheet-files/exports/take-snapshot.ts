import { Refusal } from '../../../engine/refusal.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { type LoadedSheet, loadSheet, type SheetAddress } from '../../sheets/index.ts'
import { preserveFromNow } from './snapshot-queries.ts'

/** A sheet that comes to be shown while this waits for another has to be held as well. */
const looks = 3

/**
 * The sheet, and those whose columns it shows, as they are at one moment: all that they hold can be read at their
 * `version_count` from now on, whatever is done to them.
 */
export async function takeSnapshot(
  store: Store,
  workspace: WorkspaceId,
  address: SheetAddress,
): Promise<LoadedSheet> {
  return store.transact(async (tx) => {
    const held = new Map<number, number>()
    for (let look = 1; ; look++) {
      const loaded = await loadSheet(tx, workspace, address)
      const sheets = [...loaded.sheets.values()].sort((a, b) => a.number - b.number)
      if (sheets.every(({ number, version_count }) => held.get(number) === version_count)) return loaded
      if (look > looks) throw new Refusal('busy', 'The sheet is changed without a pause; try again.')
      for (const { number } of sheets) {
        const sheet = await preserveFromNow(tx, workspace, number)
        if (sheet) held.set(number, sheet.version_count)
      }
    }
  })
}
