import { uuidPattern } from './uuid.ts'

/** The address of a cell, in numbers that never change. */
export interface CellAddress {
  readonly rowId: number
  readonly columnNumber: number
}

const rowDigits = 11
const columnDigits = 7

/**
 * The id of a cell is a UUID (version 8) made from its address: the last 48 bits of the sheet's id, which are random,
 * 44 bits for the row and 28 for the column. So a cell has an id without being stored, and an id of another sheet does
 * not match.
 */
export function cellIdOf(sheetId: string, address: CellAddress): string {
  const { sheet, row, column } = cellIdParts(sheetId, address)
  return sheet + row + column
}

/** The parts of an id, which callers can use again for other cells. */
export function cellIdParts(sheetId: string, { rowId, columnNumber }: CellAddress) {
  const row = rowId.toString(16).padStart(rowDigits, '0')
  return {
    sheet: `${sheetId.slice(-12, -4)}-${sheetId.slice(-4)}-8`,
    row: `${row.slice(0, 3)}-8${row.slice(3, 6)}-${row.slice(6)}`,
    column: columnNumber.toString(16).padStart(columnDigits, '0'),
  }
}

/** The address that an id stands for; null if the id is of another sheet. */
export function cellAddressOf(sheetId: string, cellId: string): CellAddress | null {
  const id = cellId.toLowerCase()
  if (!uuidPattern.test(id) || id[14] !== '8' || id[19] !== '8') return null
  if (id.slice(0, 8) + id.slice(9, 13) !== sheetId.slice(-12)) return null
  const address = id.slice(15, 18) + id.slice(20, 23) + id.slice(24)
  return {
    rowId: Number.parseInt(address.slice(0, rowDigits), 16),
    columnNumber: Number.parseInt(address.slice(rowDigits), 16),
  }
}
