import type { SheetRow, Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { selectSheetsByNumber } from '../sheets/index.ts'
import { hasMirrors, type LoadedBatch } from './load-batch.ts'
import { changesSince, isElsewhere, isUntouchedBy } from './untouched.ts'

interface OwnChange {
  readonly version: number
  readonly batch: LoadedBatch
  /** Done when the change is through, and only then. */
  readonly job: string
}

interface Foreseen {
  /** As it will be within the change. */
  readonly sheet: SheetRow
  /** The job whose change has to come directly before, as another may have had its number; null for none. */
  readonly after: string | null
}

/** Changes of this process that are on their way to the writer, by their sheet. */
const underWay = new Map<string, Set<OwnChange>>()

const keyOf = ({ workspace_id, number }: SheetRow) => `${workspace_id} ${number}`

/**
 * The sheet as the change that is about to be sent will have it: what is committed, and what this process has sent before. It
 * need not ask anything first then, only see that it is so. Null where something of the batch may not be as it was read.
 */
export async function foresee(store: Store, batch: LoadedBatch, now: number): Promise<Foreseen | null> {
  const { loaded } = batch.plan
  const { workspace_id, number } = loaded.sheet
  // What mirrors show of a change may be in other rows than it.
  if (hasMirrors(loaded)) return null
  const [sheet] = await selectSheetsByNumber(store.db, workspace_id as WorkspaceId, [number])
  if (!sheet) return null
  const foreseen = { ...sheet, version_count: sheet.version_count + 1, updated_at: now }
  if (!isUntouchedBy(await changesSince(store.db, batch).execute(), batch, foreseen)) return null
  let after: string | null = null
  // In the order in which they were sent.
  for (const own of underWay.get(keyOf(sheet)) ?? []) {
    if (own.version !== foreseen.version_count) continue
    if (!isElsewhere(own.batch, batch)) return null
    foreseen.version_count++
    after = own.job
  }
  return { sheet: foreseen, after }
}

/** Says that a change of the batch is sent, as this version of the sheet; to be called when it is through or has failed. */
export function sending(batch: LoadedBatch, sheet: SheetRow, job: string): () => void {
  const key = keyOf(sheet)
  const own = underWay.get(key) ?? new Set()
  const change = { version: sheet.version_count, batch, job }
  underWay.set(key, own.add(change))
  return () => {
    own.delete(change)
    if (own.size === 0) underWay.delete(key)
  }
}
