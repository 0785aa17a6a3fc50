import type { KeyboardEvent, RefObject } from 'react'
import { type Column, isWritable } from './column.ts'
import type { Geometry } from './geometry.ts'
import { headHeight } from './measures.ts'
import {
  type CellPosition,
  isOneCell,
  oneCell,
  type Range,
  type Selection,
  targetOfKey,
  wholeColumns,
  wholeRows,
} from './moves.ts'
import type { RangeWriting } from './use-range-writing.ts'
import type { Writing } from './writing.ts'

interface Options {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly geometry: Geometry
  readonly size: { readonly rows: number; readonly columns: number }
  readonly active: CellPosition
  readonly range: Range
  readonly column: Column | undefined
  readonly readOnly: boolean
  readonly writing: Writing
  readonly ranges: RangeWriting
  readonly go: (position: CellPosition, extend: boolean) => void
  readonly select: (selection: Selection) => void
  readonly edit: (text: string) => void
  readonly open: () => void
  readonly onOpen: (row: number, column: Column) => void
  readonly onOpenRow: (row: number) => void
  readonly onRetry: () => void
}

/** Keys of the focused grid. */
export function useGridKeys(grid: Options): (event: KeyboardEvent) => void {
  const { scroller, geometry, size, active, range, column, readOnly, writing, ranges } = grid
  const { go, select, edit, open, onOpen, onOpenRow, onRetry } = grid
  const mayWrite = !readOnly && column !== undefined && isWritable(column)
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const readActions: Readonly<Record<string, () => void>> = {
    Enter: open,
    'Shift Enter': () => size.rows > 0 && onOpenRow(active.row),
    F2: open,
    ' ': () => column && onOpen(active.row, column),
    'Shift  ': () => select(wholeRows(range.top, range.bottom, size)),
    'Mod  ': () => select(wholeColumns(range.left, range.right, size)),
    'Mod a': () => select({ active: { row: 0, column: 0 }, anchor: last }),
    'Mod z': writing.undo,
    'Mod Shift z': writing.redo,
    'Mod y': writing.redo,
  }
  const changeActions: Readonly<Record<string, () => void>> = {
    Delete: ranges.clear,
    Backspace: ranges.clear,
    'Mod d': () => ranges.fillFrom('down'),
    'Mod r': () => ranges.fillFrom('right'),
  }
  return (event) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const name = nameOf(event)
    const far = event.ctrlKey || event.metaKey
    const page = Math.max(
      1,
      Math.floor((scroller.current!.clientHeight - headHeight) / geometry.rowHeight) - 1,
    )
    const to = column && size.rows > 0 ? targetOfKey(event.key, far, active, { ...size, page }) : null
    const act = actionOf(readActions, name) ?? (readOnly ? undefined : actionOf(changeActions, name))
    if (to) go(to, event.shiftKey)
    else if (act) act()
    else if (name === 'Escape' && !isOneCell(range)) select(oneCell(active))
    else if (name === 'r' && !readOnly && !mayWrite) onRetry()
    else if (event.key.length === 1 && !far && mayWrite) edit(event.key)
    else return
    event.preventDefault()
  }
}

const actionOf = (actions: Readonly<Record<string, () => void>>, name: string) =>
  Object.hasOwn(actions, name) ? actions[name] : undefined

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const far = ctrlKey || metaKey
  const name = key.length === 1 && far ? key.toLowerCase() : key
  return `${far ? 'Mod ' : ''}${shiftKey && (far || key === ' ' || key === 'Enter') ? 'Shift ' : ''}${name}`
}
