export interface CellPosition {
  readonly row: number
  readonly column: number
}

interface Size {
  readonly rows: number
  readonly columns: number
  /** Number of rows in view. */
  readonly page: number
}

/** The cell to which a key moves; `far` is a press with Ctrl or Cmd. Null for other keys. */
export function targetOfKey(
  key: string,
  far: boolean,
  { row, column }: CellPosition,
  size: Size,
): CellPosition | null {
  const [top, bottom, left, right] = [0, size.rows - 1, 0, size.columns - 1]
  const positions: Readonly<Record<string, CellPosition>> = {
    ArrowDown: { row: far ? bottom : row + 1, column },
    ArrowUp: { row: far ? top : row - 1, column },
    ArrowRight: { row, column: far ? right : column + 1 },
    ArrowLeft: { row, column: far ? left : column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
    Home: { row: far ? top : row, column: left },
    End: { row: far ? bottom : row, column: right },
  }
  const target = Object.hasOwn(positions, key) ? positions[key]! : null
  return target && clampToBounds(target, size)
}

type Bounds = Omit<Size, 'page'>

export const clampToBounds = ({ row, column }: CellPosition, { rows, columns }: Bounds): CellPosition => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const rangeOf = (left: CellPosition, right: CellPosition): Range => ({
  top: Math.min(left.row, right.row),
  bottom: Math.max(left.row, right.row),
  left: Math.min(left.column, right.column),
  right: Math.max(left.column, right.column),
})

/** The active cell, and the opposite corner of the selection. */
export interface Selection {
  readonly active: CellPosition
  readonly anchor: CellPosition
}

export const oneCell = (cell: CellPosition): Selection => ({ active: cell, anchor: cell })

/** Selects whole rows; the active cell is in the first column. */
export const wholeRows = (from: number, to: number, { columns }: Bounds): Selection => ({
  active: { row: to, column: 0 },
  anchor: { row: from, column: Math.max(0, columns - 1) },
})

/** Selects whole columns; the active cell is in the first row. */
export const wholeColumns = (from: number, to: number, { rows }: Bounds): Selection => ({
  active: { row: 0, column: to },
  anchor: { row: Math.max(0, rows - 1), column: from },
})

export const isOneCell = ({ top, bottom, left, right }: Range): boolean => top === bottom && left === right

export const isInRange = (range: Range, { row, column }: CellPosition): boolean =>
  row >= range.top && row <= range.bottom && column >= range.left && column <= range.right

export const countCells = ({ top, bottom, left, right }: Range): number =>
  (bottom - top + 1) * (right - left + 1)
