import type { SheetRow, Tx } from '../../db/index.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'

/** Puts a sheet at an index among the tabs, the others in their order around it; where it came to stand. */
export async function placeSheet(
  tx: Tx,
  sheets: readonly SheetRow[],
  number: number,
  wanted: number,
): Promise<number> {
  const moved = sheets.find((sheet) => sheet.number === number)!
  const others = sheets.filter((sheet) => sheet.number !== number)
  const index = Math.min(wanted, others.length)
  for (const [place, sheet] of others.toSpliced(index, 0, moved).entries())
    if (sheet.sheet_index !== place) await updateSheetRow(tx, sheet, { sheet_index: place })
  return index
}
