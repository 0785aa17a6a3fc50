import { type RowSet, rowsOf } from '../../engine/sheet/index.ts'
import type { Database, SheetRow, Tx } from '../db/index.ts'
import type { StoredChange } from '../sheets/index.ts'
import { changesAfter, type RecordedChange } from '../sheets/storage/index.ts'
import type { LoadedBatch } from './load-batch.ts'

/** If there were more changes since the read, all rows count as changed. */
const maxChanges = 64

/** True if all changes since the read were in other rows. */
export async function isUnaffected(tx: Tx, batch: LoadedBatch, current: SheetRow): Promise<boolean> {
  return isUnaffectedBy(await changesSince(tx, batch).execute(), batch, current)
}

/** The changes since the read, without the present one, which is not recorded yet. */
export const changesSince = (tx: Database | Tx, { plan, version }: LoadedBatch) =>
  changesAfter(tx, plan.loaded.sheet, version, maxChanges)

/** As `isUnaffected`, for changes that were read already. */
export function isUnaffectedBy(
  changes: readonly StoredChange[],
  batch: LoadedBatch,
  current: SheetRow,
): boolean {
  const { plan, version } = batch
  const { layout } = plan.loaded.sheet
  const count = current.version_count - 1 - version
  if (current.layout !== layout || count > maxChanges) return false
  if (count === 0) return true
  if (changes.length !== count) return false
  const batchRows = rowsIn(batch)
  return changes.every(
    (change) =>
      change.layout === layout &&
      (JSON.parse(`[${change.notes}]`) as RecordedChange[]).every(
        (note) => 'columns' in note && !intersects(note.rows, batchRows),
      ),
  )
}

/** True if two batches have no row in common. */
export const areDisjoint = (a: LoadedBatch, b: LoadedBatch): boolean =>
  a.plan.loaded.sheet.layout === b.plan.loaded.sheet.layout && !intersects(rowsIn(a), rowsIn(b))

const rowsIn = ({ rows }: LoadedBatch) => rowsOf(rows.map(({ index }) => index))

function intersects(changed: RowSet, batchRows: RowSet): boolean {
  if (changed === 'all' || batchRows === 'all') return true
  return batchRows.some(({ from, to }) => changed.some((range) => range.from < to && range.to > from))
}
