import type { SheetRow, Tx } from '../../db/index.ts'
import { updateSheetRow } from '../storage/sheet-queries.ts'

/** Moves a sheet to an index among the tabs. Returns the index that it has then. */
export async function moveSheet(
  tx: Tx,
  sheets: readonly SheetRow[],
  number: number,
  target: number,
): Promise<number> {
  const moved = sheets.find((sheet) => sheet.number === number)!
  const otherSheets = sheets.filter((sheet) => sheet.number !== number)
  const index = Math.min(target, otherSheets.length)
  for (const [position, sheet] of otherSheets.toSpliced(index, 0, moved).entries())
    if (sheet.sheet_index !== position) await updateSheetRow(tx, sheet, { sheet_index: position })
  return index
}
