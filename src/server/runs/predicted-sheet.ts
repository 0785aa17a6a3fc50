import type { SheetRow, Store } from '../db/index.ts'
import { selectSheetsByNumber } from '../sheets/storage/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { areDisjoint, changesSince, isUnaffectedBy } from './changes-since-read.ts'
import { hasMirrors, type LoadedBatch } from './load-batch.ts'

interface OwnChange {
  readonly version: number
  readonly batch: LoadedBatch
  /** The id of the job; once the job is done, the change is committed. */
  readonly job: string
}

interface PredictedSheet {
  /** The sheet in the state of the change. */
  readonly sheet: SheetRow
  /**
   * The job whose change must come directly before this change; null without such a job. If its change failed, another
   * change may have got the predicted number.
   */
  readonly previousJob: string | null
}

/** Changes that this process has sent to the writer, by sheet. */
const sentChanges = new Map<string, Set<OwnChange>>()

const keyOf = ({ workspace_id, number }: SheetRow) => `${workspace_id} ${number}`

/**
 * Predicts the sheet in the state of the next change: the committed state, and the changes that this process has sent.
 * The change then checks the prediction. Null if rows of the batch may have changed.
 */
export async function predictSheet(
  store: Store,
  batch: LoadedBatch,
  now: number,
): Promise<PredictedSheet | null> {
  const { loaded } = batch.plan
  const { workspace_id, number } = loaded.sheet
  // With mirrors, a change can affect other rows too.
  if (hasMirrors(loaded)) return null
  const [sheet] = await selectSheetsByNumber(store.db, workspace_id as WorkspaceId, [number])
  if (!sheet) return null
  const predicted = { ...sheet, version_count: sheet.version_count + 1, updated_at: now }
  if (!isUnaffectedBy(await changesSince(store.db, batch).execute(), batch, predicted)) return null
  let previousJob: string | null = null
  // The set has the changes in the order in which they were sent.
  for (const own of sentChanges.get(keyOf(sheet)) ?? []) {
    if (own.version !== predicted.version_count) continue
    if (!areDisjoint(own.batch, batch)) return null
    predicted.version_count++
    previousJob = own.job
  }
  return { sheet: predicted, previousJob }
}

/**
 * Registers a change that was sent, with its version. Call the returned function when the change is committed or has
 * failed.
 */
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
