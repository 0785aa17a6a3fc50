import type { SheetRow, Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { selectSheetsByNumber } from '../sheets/storage/index.ts'
import { areDisjoint, changesSince, isUnaffectedBy } from './changes-since-read.ts'
import { hasMirrors, type LoadedBatch } from './load-batch.ts'

interface OwnChange {
  readonly version: number
  readonly batch: LoadedBatch
  /** Done once the change is committed. */
  readonly job: string
}

interface PredictedSheet {
  /** The sheet as of the change. */
  readonly sheet: SheetRow
  /** The job whose change must come directly before, because another change may have taken its number; null for none. */
  readonly after: string | null
}

/** Changes that this process has sent to the writer, by sheet. */
const sentChanges = new Map<string, Set<OwnChange>>()

const keyOf = ({ workspace_id, number }: SheetRow) => `${workspace_id} ${number}`

/**
 * Predicts the sheet as of the next change: the committed state plus the changes that this process has already sent. The change
 * then only verifies the prediction. Null if rows of the batch may have changed.
 */
export async function predictSheet(
  store: Store,
  batch: LoadedBatch,
  now: number,
): Promise<PredictedSheet | null> {
  const { loaded } = batch.plan
  const { workspace_id, number } = loaded.sheet
  // A change can affect mirrors in other rows.
  if (hasMirrors(loaded)) return null
  const [sheet] = await selectSheetsByNumber(store.db, workspace_id as WorkspaceId, [number])
  if (!sheet) return null
  const predicted = { ...sheet, version_count: sheet.version_count + 1, updated_at: now }
  if (!isUnaffectedBy(await changesSince(store.db, batch).execute(), batch, predicted)) return null
  let after: string | null = null
  // In sending order.
  for (const own of sentChanges.get(keyOf(sheet)) ?? []) {
    if (own.version !== predicted.version_count) continue
    if (!areDisjoint(own.batch, batch)) return null
    predicted.version_count++
    after = own.job
  }
  return { sheet: predicted, after }
}

/** Registers a sent change with its version; call the returned function when it is committed or has failed. */
export function registerSent(batch: LoadedBatch, sheet: SheetRow, job: string): () => void {
  const key = keyOf(sheet)
  const sentCells = sentChanges.get(key) ?? new Set()
  const change = { version: sheet.version_count, batch, job }
  sentChanges.set(key, sentCells.add(change))
  return () => {
    sentCells.delete(change)
    if (sentCells.size === 0) sentChanges.delete(key)
  }
}
