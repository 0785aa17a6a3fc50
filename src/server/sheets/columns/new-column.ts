import { randomUUIDv7 } from 'node:crypto'
import type { SheetColumnRow, SheetRow } from '../../db/index.ts'

type NewColumnFields = Pick<SheetColumnRow, 'title' | 'type' | 'number' | 'position_rank'> &
  Partial<SheetColumnRow>

/** A new column in the present change of the sheet, not stored yet. */
export const newColumn = (sheet: SheetRow, fields: NewColumnFields): SheetColumnRow => ({
  workspace_id: sheet.workspace_id,
  sheet: sheet.number,
  id: randomUUIDv7(),
  config: null,
  dependencies: '[]',
  is_output_column: 0,
  stored_cells: 0,
  since: sheet.version_count,
  created_at: sheet.updated_at,
  updated_at: sheet.updated_at,
  ...fields,
})

/** The first columns of a new sheet. */
export const textColumns = (sheet: SheetRow, titles: readonly string[]): SheetColumnRow[] =>
  titles.map((title, index) =>
    newColumn(sheet, { title, type: 'TEXT', number: index + 1, position_rank: index + 1 }),
  )

export const rankAfter = (columns: readonly SheetColumnRow[]): number =>
  Math.floor(columns.at(-1)?.position_rank ?? 0) + 1
