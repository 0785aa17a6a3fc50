/**
 * Heights of rows in pixels. All rows of a sheet have one height, so that a row's position is its index times
 * the height.
 */
export const rowHeights = { compact: 32, medium: 56, tall: 104 } as const

export type RowHeight = keyof typeof rowHeights

export const headHeight = 48
export const columnWidth = 220
export const numberWidth = 80
export const minColumnWidth = 60
export const maxColumnWidth = 900

/** Maximum height of an element in pixels. Browsers allow about 33 million. */
const maxHeight = 30_000_000

/** The preferred height, or the highest one at which the last row can still be reached. */
export function rowHeightFor(preferred: RowHeight, rowCount: number): number {
  const fitting = [rowHeights[preferred], rowHeights.medium, rowHeights.compact]
  return (
    fitting.find((height) => height <= rowHeights[preferred] && height * rowCount <= maxHeight) ??
    rowHeights.compact
  )
}

export const widthWithin = (width: number): number =>
  Math.round(Math.max(minColumnWidth, Math.min(maxColumnWidth, width)))
