import type { Json } from '../../engine/columns/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { DatasetRow, Tx } from '../db/index.ts'
import { storable } from '../requests/index.ts'
import { updateDataset } from './dataset-queries.ts'
import { columnNamesOf } from './present.ts'
import { insertRows } from './row-queries.ts'

export const mostColumns = 999
const mostRows = 1_000_000
/** Characters of one row. */
const largestRow = 10 * 1024 * 1024

/** Values by the name of their column, each name once. */
export type NamedValues = ReadonlyMap<string, Json>

/** Adds a row to a draft that is whole, in a transaction that holds its group; what has no column yet gets one. */
export async function addRow(tx: Tx, draft: DatasetRow, values: NamedValues, now: number): Promise<void> {
  if (draft.filling !== null)
    throw new Refusal('bad_request', 'Rows are still coming into the draft; try again when it is whole.')
  const names = columnNamesOf(draft)
  const all = [...names, ...[...values.keys()].filter((name) => !names.includes(name))]
  if (all.length > mostColumns)
    throw new Refusal('bad_request', `A dataset has at most ${mostColumns} columns.`)
  if (draft.row_count >= mostRows) throw new Refusal('bad_request', `A dataset has at most ${mostRows} rows.`)
  const cells = JSON.stringify(all.map((name) => values.get(name) ?? null))
  if (cells.length > largestRow)
    throw new Refusal('bad_request', `A row has at most ${largestRow} characters.`)
  await insertRows(tx, draft, draft.row_count, [storable(cells)])
  await updateDataset(tx, draft, {
    column_names: JSON.stringify(all),
    row_count: draft.row_count + 1,
    updated_at: now,
  })
}

const longestName = 255

/** The name as a column may have it, with a number where it is taken. */
export function freeName(wanted: string, taken: { has(name: string): boolean }): string {
  const base =
    storable(wanted)
      .slice(0, longestName - 5)
      .toWellFormed() || 'Column'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base} ${number}`
  return name
}
