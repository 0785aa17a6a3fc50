export interface Place {
  readonly row: number
  readonly column: number
}

interface Size {
  readonly rows: number
  readonly columns: number
  /** Rows of one screen. */
  readonly page: number
}

/** Where a key leads, `far` with Ctrl or Cmd; null for a key that leads nowhere. */
export function moved(key: string, far: boolean, { row, column }: Place, size: Size): Place | null {
  const [top, bottom, left, right] = [0, size.rows - 1, 0, size.columns - 1]
  const places: Readonly<Record<string, Place>> = {
    ArrowDown: { row: far ? bottom : row + 1, column },
    ArrowUp: { row: far ? top : row - 1, column },
    ArrowRight: { row, column: far ? right : column + 1 },
    ArrowLeft: { row, column: far ? left : column - 1 },
    PageDown: { row: row + size.page, column },
    PageUp: { row: row - size.page, column },
    Home: { row: far ? top : row, column: left },
    End: { row: far ? bottom : row, column: right },
  }
  const place = Object.hasOwn(places, key) ? places[key]! : null
  return place && inside(place, size)
}

export const inside = ({ row, column }: Place, { rows, columns }: Omit<Size, 'page'>): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
})

export interface Range {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const rangeOf = (one: Place, other: Place): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})
