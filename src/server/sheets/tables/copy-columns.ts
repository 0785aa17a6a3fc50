import { randomUUIDv7 } from 'node:crypto'
import type { SheetColumnRow, SheetRow, Tx } from '../../db/index.ts'
import { saveColumn } from '../columns/save-columns.ts'
import { countStoredCells } from '../storage/cell-count-queries.ts'
import { type LoadedSheet, withColumnsChanged } from '../storage/load-sheet.ts'
import { systemColumnsOf } from '../storage/system-columns.ts'

/** Maps original ids to ids of copies. */
export type NewIds = ReadonlyMap<string, string>

const anyId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Makes new ids for the columns and their system columns. */
export function newColumnIds(columns: readonly SheetColumnRow[]): NewIds {
  const ids = new Map(columns.map(({ id }) => [id, randomUUIDv7()]))
  const idPairs = columns.flatMap((column) => {
    const copies = systemColumnsOf({ ...column, id: ids.get(column.id)! })
    return systemColumnsOf(column).map(({ id }, index) => [id, copies[index]!.id] as const)
  })
  return new Map([...ids, ...idPairs])
}

/** Replaces ids in a JSON text by those of the copies. */
export const withNewIds = (text: string, ids: NewIds): string =>
  text.replaceAll(anyId, (id) => ids.get(id) ?? id)

/** The columns of the copy of a sheet, not stored yet. */
export async function copiedColumns(
  tx: Tx,
  { columns }: LoadedSheet,
  copy: SheetRow,
  ids: NewIds,
): Promise<SheetColumnRow[]> {
  const stored = await countStoredCells(tx, copy)
  return columns.map((column) => ({
    ...column,
    sheet: copy.number,
    id: ids.get(column.id)!,
    config: column.config && withNewIds(column.config, ids),
    dependencies: withNewIds(column.dependencies, ids),
    stored_cells: stored.get(column.number) ?? 0,
    created_at: copy.created_at,
  }))
}

/** The sheets and columns that are copied together. */
interface Copies {
  readonly sheets: readonly SheetRow[]
  readonly columns: readonly SheetColumnRow[]
}

/** Stores the columns of the copy of one sheet. */
export async function insertCopies(
  tx: Tx,
  loaded: LoadedSheet,
  copy: SheetRow,
  { sheets, columns }: Copies,
): Promise<void> {
  const sheetsById = new Map([...loaded.sheets, ...sheets.map((sheet) => [sheet.id, sheet] as const)])
  const withCopies = withColumnsChanged({ ...loaded, sheet: copy, sheets: sheetsById }, (all) => [
    ...all,
    ...columns,
  ])
  for (const { id } of withCopies.columns) await saveColumn(tx, withCopies, id, null)
}
