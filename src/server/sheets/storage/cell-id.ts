import { uuidPattern } from './uuid.ts'

/** Where a cell stands, by numbers that stay its own whatever is added, moved or deleted around it. */
export interface CellPlace {
  readonly rowId: number
  readonly columnNumber: number
}

const rowDigits = 11
const columnDigits = 7

/**
 * A cell's id is a UUID (version 8) that says where the cell stands: the last 48 bits of the sheet's id, which are
 * random, then 44 bits of the row and 28 of the column. So cells that were never computed have ids without being
 * stored, and an id of another sheet is none of this one's.
 */
export function cellIdOf(sheetId: string, place: CellPlace): string {
  const { sheet, row, column } = cellIdParts(sheetId, place)
  return sheet + row + column
}

/** An id's parts, in order: for many cells of one sheet each is made once. */
export function cellIdParts(sheetId: string, { rowId, columnNumber }: CellPlace) {
  const row = rowId.toString(16).padStart(rowDigits, '0')
  return {
    sheet: `${sheetId.slice(-12, -4)}-${sheetId.slice(-4)}-8`,
    row: `${row.slice(0, 3)}-8${row.slice(3, 6)}-${row.slice(6)}`,
    column: columnNumber.toString(16).padStart(columnDigits, '0'),
  }
}

/** Null when the id is not of a cell of this sheet. */
export function placeOf(sheetId: string, cellId: string): CellPlace | null {
  const id = cellId.toLowerCase()
  if (!uuidPattern.test(id) || id[14] !== '8' || id[19] !== '8') return null
  if (id.slice(0, 8) + id.slice(9, 13) !== sheetId.slice(-12)) return null
  const place = id.slice(15, 18) + id.slice(20, 23) + id.slice(24)
  return {
    rowId: Number.parseInt(place.slice(0, rowDigits), 16),
    columnNumber: Number.parseInt(place.slice(rowDigits), 16),
  }
}
