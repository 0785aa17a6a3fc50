import { type RowSet, rowsOf } from '../../engine/sheet/index.ts'
import type { Database, SheetRow, Tx } from '../db/index.ts'
import { changesAfter, type KeptChange, type Note } from '../sheets/index.ts'
import type { LoadedBatch } from './load-batch.ts'

/** More changes than this between reading and writing are not looked at. */
const maxChanges = 64

/** Whether every change since the reading says of itself that it was somewhere else: in other rows of the sheet. */
export async function isUntouched(tx: Tx, batch: LoadedBatch, held: SheetRow): Promise<boolean> {
  return isUntouchedBy(await changesSince(tx, batch).execute(), batch, held)
}

/** As far as they can matter. Those of the change that has begun are not among them: it has noted nothing yet. */
export const changesSince = (tx: Database | Tx, { plan, version }: LoadedBatch) =>
  changesAfter(tx, plan.loaded.sheet, version, maxChanges)

/** The same, given the changes since. */
export function isUntouchedBy(changes: readonly KeptChange[], batch: LoadedBatch, held: SheetRow): boolean {
  const { plan, version } = batch
  const { layout } = plan.loaded.sheet
  const between = held.version_count - 1 - version
  if (held.layout !== layout || between > maxChanges) return false
  if (between === 0) return true
  if (changes.length !== between) return false
  const own = rowsIn(batch)
  return changes.every(
    (change) =>
      change.layout === layout &&
      (JSON.parse(`[${change.notes}]`) as Note[]).every(
        (note) => 'columns' in note && !intersects(note.rows, own),
      ),
  )
}

/** Whether two batches have no row in common. */
export const isElsewhere = (a: LoadedBatch, b: LoadedBatch): boolean =>
  a.plan.loaded.sheet.layout === b.plan.loaded.sheet.layout && !intersects(rowsIn(a), rowsIn(b))

const rowsIn = ({ rows }: LoadedBatch) => rowsOf(rows.map(({ index }) => index))

function intersects(told: RowSet, own: RowSet): boolean {
  if (told === 'all' || own === 'all') return true
  return own.some(({ from, to }) => told.some((range) => range.from < to && range.to > from))
}
