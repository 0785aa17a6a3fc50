import type { ClipboardEvent } from 'react'
import { toastProblem } from '../../design/index.ts'
import { copyRange, pastedBlock } from './clipboard.ts'
import { type Column, isWritable } from './column.ts'
import { firstOf, overRange, sourceOf } from './fill.ts'
import { countCells, isInRange, type Range, rangeOf, type Selection } from './moves.ts'
import type { RowStore } from './row-store.ts'
import { maxCells, maxRows, type Writing } from './writing.ts'

interface Options {
  readonly store: RowStore
  /** The visible columns. */
  readonly columns: readonly Column[]
  readonly range: Range
  readonly readOnly: boolean
  readonly writing: Writing
  readonly onSelect: (selection: Selection) => void
}

/** Actions on all cells of a selection. */
export function useRangeWriting({ store, columns, range, readOnly, writing, onSelect }: Options) {
  const clear = () => {
    if (readOnly || isTooLarge(range)) return
    const cells = cellsOf(range, columns).filter(
      ({ row, column }) => !store.row(row) || store.text(row, column.id) !== '',
    )
    writing.write(cells.map((cell) => ({ ...cell, value: null })))
  }

  const fill = (source: Range, target: Range) => {
    if (readOnly || isTooLarge(target)) return
    const cells = cellsOf(target, columns).filter(
      (cell) => !isInRange(source, { row: cell.row, column: cell.columnIndex }),
    )
    writing.fill(
      cells.map(({ row, column, columnIndex }) => {
        const from = sourceOf(source, { row, column: columnIndex })
        return { row, column, from: { row: from.row, column: columns[from.column]! } }
      }),
    )
    onSelect(selecting(target))
  }

  return {
    clear,
    fill,
    fillFrom: (direction: 'down' | 'right') => {
      const source = firstOf(range, direction)
      fill(source, rangeOf(topLeft(source), bottomRight(range)))
    },
    copy: (event: ClipboardEvent) => {
      if (event.target === event.currentTarget) void copyRange(event, store, columns, range)
    },
    cut: async (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget || readOnly || isTooLarge(range)) return
      // Cleared after the copy, which may still load rows.
      if (await copyRange(event, store, columns, range)) clear()
    },
    paste: (event: ClipboardEvent) => {
      if (event.target !== event.currentTarget || readOnly) return
      const block = pastedBlock(event)
      if (!block) return
      const texts = fits(range) ? overRange(block, range) : block
      writing.paste(range.top, columns.slice(range.left), texts)
      const across = Math.max(...texts.map((line) => line.length))
      onSelect(
        selecting({
          ...range,
          bottom: range.top + texts.length - 1,
          right: Math.min(columns.length, range.left + across) - 1,
        }),
      )
    },
  }
}

export type RangeWriting = ReturnType<typeof useRangeWriting>

const topLeft = ({ top, left }: Range) => ({ row: top, column: left })
const bottomRight = ({ bottom, right }: Range) => ({ row: bottom, column: right })
const selecting = (range: Range): Selection => ({ active: topLeft(range), anchor: bottomRight(range) })

const fits = (range: Range) => countCells(range) <= maxCells && range.bottom - range.top < maxRows

function isTooLarge(range: Range): boolean {
  if (fits(range)) return false
  const [cells, rows] = [maxCells, maxRows].map((count) => count.toLocaleString('en'))
  toastProblem(`At most ${cells} cells in ${rows} rows can be changed at once.`)
  return true
}

const cellsOf = ({ top, bottom, left, right }: Range, columns: readonly Column[]) => {
  const across = columns
    .slice(left, right + 1)
    .map((column, by) => ({ column, columnIndex: left + by }))
    .filter(({ column }) => isWritable(column))
  return Array.from({ length: bottom - top + 1 }, (_none, by) =>
    across.map((cell) => ({ ...cell, row: top + by })),
  ).flat()
}
