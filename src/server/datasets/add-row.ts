import type { Json } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { storable } from '../../engine/storable.ts'
import type { DatasetRow, Tx } from '../db/index.ts'
import { updateDataset } from './dataset-queries.ts'
import { columnNamesOf } from './present.ts'
import { insertDatasetRows } from './row-queries.ts'

const maxColumns = 999
const maxRows = 1_000_000
/** Maximum characters of one row. */
const maxRowLength = 10 * 1024 * 1024

/** Values by column name. */
export type NamedValues = ReadonlyMap<string, Json>

/** Adds a row to a complete draft, and the columns that the draft lacks. The transaction must hold the group's lock. */
export async function addRow(tx: Tx, draft: DatasetRow, values: NamedValues, now: number): Promise<void> {
  if (draft.filling !== null)
    throw new Refusal('bad_request', 'The draft is still being filled; retry when it is complete.')
  const names = columnsWith(columnNamesOf(draft), values)
  refuseTooManyRows(draft.row_count + 1)
  await insertDatasetRows(tx, draft, draft.row_count, [rowText(names, values)])
  await updateDataset(tx, draft, {
    column_names: JSON.stringify(names),
    row_count: draft.row_count + 1,
    updated_at: now,
  })
}

export function refuseTooManyRows(count: number): void {
  if (count > maxRows) throw new Refusal('bad_request', `A dataset has at most ${maxRows} rows.`)
}

/** Returns the columns that a dataset has after a row with these values is added. */
export function columnsWith(names: readonly string[], values: NamedValues): readonly string[] {
  const added = [...values.keys()].filter((name) => !names.includes(name))
  if (names.length + added.length > maxColumns)
    throw new Refusal('bad_request', `A dataset has at most ${maxColumns} columns.`)
  return added.length === 0 ? names : [...names, ...added]
}

export function rowText(names: readonly string[], values: NamedValues): string {
  const cells = JSON.stringify(names.map((name) => values.get(name) ?? null))
  if (cells.length > maxRowLength)
    throw new Refusal('bad_request', `A row has at most ${maxRowLength} characters.`)
  return storable(cells)
}

const maxNameLength = 255

/** Returns a valid column name that is not taken, with a number appended if needed. */
export function freeName(preferred: string, usedNames: { has(name: string): boolean }): string {
  const base =
    storable(preferred)
      .slice(0, maxNameLength - 5)
      .toWellFormed() || 'Column'
  let name = base
  for (let number = 2; usedNames.has(name); number++) name = `${base} ${number}`
  return name
}
