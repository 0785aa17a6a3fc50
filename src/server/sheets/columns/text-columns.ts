import { randomUUIDv7 } from 'node:crypto'
import type { SheetColumnRow, SheetRow } from '../../db/index.ts'

export const textColumnsOf = (
  sheet: SheetRow,
  titles: readonly string[],
  firstNumber: number,
  firstRank: number,
): SheetColumnRow[] =>
  titles.map((title, index) => ({
    workspace_id: sheet.workspace_id,
    sheet: sheet.number,
    number: firstNumber + index,
    id: randomUUIDv7(),
    title,
    type: 'TEXT',
    config: null,
    dependencies: '[]',
    position_rank: firstRank + index,
    is_output_column: 0,
    stored_cells: 0,
    since: sheet.version_count,
    created_at: sheet.updated_at,
    updated_at: sheet.updated_at,
  }))
