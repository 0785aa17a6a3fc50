import type { CellPosition, Range } from './moves.ts'

/** A block of cells, repeated over `rows` and `columns` from its first cell. */
export const repeatBlock = <T>(block: readonly (readonly T[])[], rows: number, columns: number): T[][] =>
  Array.from({ length: rows }, (_none, row) => {
    const line = block[row % block.length]!
    return Array.from({ length: columns }, (_none, column) => line[column % line.length]!)
  })

/**
 * The pasted cells: the block is repeated if the selected range is a whole multiple of it, otherwise it is
 * pasted once.
 */
export function overRange<T>(block: readonly (readonly T[])[], { top, bottom, left, right }: Range): T[][] {
  const [rows, columns] = [bottom - top + 1, right - left + 1]
  const blockWidth = Math.max(0, ...block.map((line) => line.length))
  const isMultiple = blockWidth > 0 && rows % block.length === 0 && columns % blockWidth === 0
  const isEven = block.every((line) => line.length === blockWidth)
  return isMultiple && isEven ? repeatBlock(block, rows, columns) : block.map((line) => [...line])
}

/** The range after its corner was dragged to a cell. The range grows in one direction, the longer one. */
export function extendRange(range: Range, { row, column }: CellPosition): Range {
  const down = Math.max(row - range.bottom, range.top - row)
  const right = Math.max(column - range.right, range.left - column)
  if (down <= 0 && right <= 0) return range
  return down >= right
    ? { ...range, top: Math.min(range.top, row), bottom: Math.max(range.bottom, row) }
    : { ...range, left: Math.min(range.left, column), right: Math.max(range.right, column) }
}

/**
 * The cell of the original range from which a cell of the grown range is filled; the pattern repeats in both
 * directions.
 */
export const sourceOf = (
  { top, bottom, left, right }: Range,
  { row, column }: CellPosition,
): CellPosition => ({
  row: top + remainder(row - top, bottom - top + 1),
  column: left + remainder(column - left, right - left + 1),
})

const remainder = (number: number, by: number): number => ((number % by) + by) % by

/**
 * The row or column that Ctrl D or Ctrl R fills the range from: its first one, or the one before a range of a
 * single row or column.
 */
export function firstOf(range: Range, direction: 'down' | 'right'): Range {
  if (direction === 'down') {
    const top = range.top === range.bottom ? Math.max(0, range.top - 1) : range.top
    return { ...range, top, bottom: top }
  }
  const left = range.left === range.right ? Math.max(0, range.left - 1) : range.left
  return { ...range, left, right: left }
}
