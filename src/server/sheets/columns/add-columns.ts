import { structureEffects } from '../../../engine/sheet/index.ts'
import type { SheetColumnRow, Tx } from '../../db/index.ts'
import { insertColumns } from '../storage/column-queries.ts'
import { type LoadedSheet, withColumnsChanged } from '../storage/load-sheet.ts'
import { runEffects } from '../storage/run-effects.ts'
import { saveVersionOf, type VersionReason } from '../storage/save-version.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'
import { refuseTooManyColumns } from './columns.ts'
import { healReaders, saveHealed } from './heal-readers.ts'
import { newColumn, rankAfter } from './new-column.ts'

type NewColumn = Pick<SheetColumnRow, 'title' | 'type'> & Partial<Pick<SheetColumnRow, 'config'>>

export interface AddedColumns {
  readonly loaded: LoadedSheet
  readonly added: readonly SheetColumnRow[]
}

/** Appends columns that read no other column, in one saved version. */
export async function addColumns(
  tx: Tx,
  before: LoadedSheet,
  columns: readonly NewColumn[],
  reasonFor: (first: SheetColumnRow) => VersionReason,
  author: string | null,
): Promise<AddedColumns> {
  refuseTooManyColumns(before, columns.length)
  const { sheet } = before
  const rank = rankAfter(before.columns)
  const added = columns.map((column, index) =>
    newColumn(sheet, { ...column, number: sheet.next_column_number + index, position_rank: rank + index }),
  )
  const readers = healReaders(
    withColumnsChanged(before, (all) => [...all, ...added]),
    added.map(({ id }) => id),
  )
  const { after } = readers
  await insertColumns(tx, added)
  await runEffects(tx, after, structureEffects(before.graph, after.graph, true), sheet.updated_at)
  await saveHealed(tx, readers, before)
  const next_column_number = sheet.next_column_number + added.length
  await updateSheetRow(tx, sheet, { next_column_number })
  const changed = { ...after, sheet: { ...sheet, next_column_number } }
  return { loaded: await saveVersionOf(tx, changed, reasonFor(added[0]!), author), added }
}
