// biome-ignore-all lint/a11y/useSemanticElements: cells stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the active cell.
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { toast } from '../../design/index.ts'
import { CellEditor } from './cell-editor.tsx'
import type { Column } from './column.ts'
import { GridRow, idOfCell, RowNumber } from './grid-row.tsx'
import { columnWidth, headHeight, numberWidth, rowHeight } from './measures.ts'
import { inside, moved, type Place, type Range, rangeOf } from './moves.ts'
import type { Cell, RowStore } from './row-store.ts'
import { fromTabSeparated, toTabSeparated } from './tab-separated.ts'
import { useWindow } from './use-window.ts'

export type { Column } from './column.ts'

/** What others may have the grid do. */
export interface GridControl {
  /** Makes a cell the active one, and brings it into view. */
  go(place: Place): void
}

interface Props {
  readonly control?: Ref<GridControl>
  readonly label: string
  readonly store: RowStore
  readonly rowCount: number
  readonly columns: readonly Column[]
  /** Nothing can be written or retried. */
  readonly readOnly: boolean
  /** Cells that stand out, as `row column`. */
  readonly marks?: ReadonlySet<string>
  readonly onWrite: (row: number, column: Column, text: string) => void
  readonly onPaste: (at: Place, texts: readonly (readonly string[])[]) => void
  readonly onOpen: (place: Place) => void
  readonly onMove: (place: Place) => void
  readonly onSelection: (range: Range) => void
  readonly onRetry: (cell: Cell) => void
  readonly menuOf: (column: Column) => ReactNode
}

/** Any number of rows, of which only those in view are in the page. */
export function Grid(props: Props) {
  const { control, label, store, rowCount, columns, readOnly, marks } = props
  const { onWrite, onPaste, onOpen, onMove, onSelection, onRetry, menuOf } = props
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [selection, setSelection] = useState<{ active: Place; anchor: Place }>(() => {
    const start = { row: 0, column: 0 }
    return { active: start, anchor: start }
  })
  const [written, setWritten] = useState<string | null>(null)
  const isDragging = useRef(false)
  const show = useRef((first: number, last: number) => store.show(first, last)).current
  const window = useWindow(scroller, rowCount, columns.length, show)
  const size = { rows: rowCount, columns: columns.length }
  const active = inside(selection.active, size)
  const range = rangeOf(active, inside(selection.anchor, size))
  const column = columns[active.column]
  const isWritable = !readOnly && column?.type === 'TEXT'

  const go = (place: Place, extend = false) => {
    const to = inside(place, size)
    setSelection(({ anchor }) => ({ active: to, anchor: extend ? anchor : to }))
    reveal(scroller.current!, to)
    onMove(to)
  }
  useImperativeHandle(control, () => ({ go: (place) => go(place) }))
  const { top, bottom, left, right } = range
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of the selection, not of whoever listens.
  useEffect(() => onSelection({ top, bottom, left, right }), [top, bottom, left, right])
  const textAt = (row: number, { id: columnId }: Column) =>
    store.offered(row, columnId) ?? store.cell(row, columnId)?.display_value ?? ''
  const open = () => {
    if (column && isWritable) setWritten(textAt(active.row, column))
    else onOpen(active)
  }
  const focus = () => scroller.current?.focus()

  const press = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || !column || rowCount === 0) return
    const { key, shiftKey } = event
    const far = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((scroller.current!.clientHeight - headHeight) / rowHeight) - 1)
    const to = moved(key, far, active, { ...size, page })
    const cell = store.cell(active.row, column.id)
    if (to) go(to, shiftKey)
    else if (key === 'Enter' || key === 'F2') open()
    else if (key === ' ') onOpen(active)
    else if (key === 'Escape' && range.top + range.left !== range.bottom + range.right) go(active)
    else if (key === 'Delete' && !readOnly) clear()
    else if (key === 'r' && !far && !readOnly && !isWritable && cell?.status === 'FAILED') onRetry(cell)
    else if (key.length === 1 && !far && !event.altKey && isWritable) setWritten(key)
    else return
    event.preventDefault()
  }

  const cellsOfRange = () =>
    Array.from({ length: range.bottom - range.top + 1 }, (_none, index) => range.top + index)
  const clear = () => {
    for (const row of cellsOfRange())
      for (const one of columns.slice(range.left, range.right + 1))
        if (one.type === 'TEXT' && textAt(row, one) !== '') onWrite(row, one, '')
  }
  const copy = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    const rows = cellsOfRange()
    if (rows.some((row) => !store.row(row)))
      return toast('Some of these rows are not loaded yet. Scroll through them first.', { isProblem: true })
    const chosen = columns.slice(range.left, range.right + 1)
    const texts = rows.map((row) => chosen.map((one) => textAt(row, one)))
    event.clipboardData.setData('text/plain', toTabSeparated(texts))
  }
  const paste = (event: ClipboardEvent) => {
    if (event.target !== event.currentTarget || readOnly) return
    event.preventDefault()
    onPaste(
      { row: range.top, column: range.left },
      fromTabSeparated(event.clipboardData.getData('text/plain')),
    )
  }
  const point = (event: PointerEvent) => {
    const place = placeOf(event.target)
    if (!place) return
    focus()
    isDragging.current = true
    go(place, event.shiftKey)
  }
  const drag = (event: PointerEvent) => {
    const place = isDragging.current && placeOf(event.target)
    if (place) setSelection(({ anchor }) => ({ active: place, anchor }))
  }

  const rows = Array.from(
    { length: window.lastRow - window.firstRow + 1 },
    (_none, at) => window.firstRow + at,
  )
  const isInView = active.row >= window.firstRow && active.row <= window.lastRow
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-readonly={readOnly}
      aria-activedescendant={isInView && column ? idOfCell(id, active.row, active.column) : undefined}
      tabIndex={0}
      className="relative min-h-0 min-w-0 flex-1 overflow-auto bg-canvas outline-none select-none"
      onKeyDown={press}
      onCopy={copy}
      onPaste={paste}
      onPointerDown={point}
      onPointerMove={drag}
      onPointerUp={() => {
        isDragging.current = false
      }}
      onMouseDown={(event) => placeOf(event.target) && event.preventDefault()}
      onDoubleClick={(event) => placeOf(event.target) && open()}
    >
      <div
        role="presentation"
        className="relative"
        style={{
          height: headHeight + rowCount * rowHeight,
          width: numberWidth + columns.length * columnWidth,
        }}
      >
        <div role="row" aria-rowindex={1} className="sticky top-0 z-20" style={{ height: headHeight }}>
          <div
            role="columnheader"
            aria-colindex={1}
            className="sticky left-0 z-10 h-full border-r border-b bg-sunken pr-2 text-right leading-[31px] text-ink-faint"
            style={{ width: numberWidth }}
          >
            #
          </div>
          {columns.slice(window.firstColumn, window.lastColumn + 1).map((one, at) => (
            <div
              key={one.id}
              role="columnheader"
              aria-colindex={window.firstColumn + at + 2}
              title={one.type}
              className="absolute top-0 flex h-full items-center gap-1.5 border-r border-b bg-sunken pr-1 pl-2 font-medium"
              style={{ left: numberWidth + (window.firstColumn + at) * columnWidth, width: columnWidth }}
            >
              <span
                aria-hidden
                className={`size-1.5 shrink-0 rounded-full ${one.type === 'TEXT' ? 'bg-ink-faint' : 'bg-variable'}`}
              />
              <span className="min-w-0 flex-1 truncate">{one.title}</span>
              {menuOf(one)}
            </div>
          ))}
        </div>
        <div
          role="rowgroup"
          className="sticky left-0 z-10"
          style={{ width: numberWidth, height: rowCount * rowHeight }}
        >
          {rows.map((row) => (
            <RowNumber key={row} index={row} />
          ))}
        </div>
        <div role="rowgroup">
          {rows.map((row) => {
            const isInRange = row >= range.top && row <= range.bottom
            return (
              <GridRow
                key={row}
                grid={id}
                store={store}
                index={row}
                columns={columns}
                first={window.firstColumn}
                last={window.lastColumn}
                active={row === active.row ? active.column : -1}
                from={isInRange ? range.left : 0}
                to={isInRange ? range.right : -1}
                onRetry={readOnly ? undefined : onRetry}
                marks={marks}
              />
            )
          })}
        </div>
        {written !== null && column && (
          <CellEditor
            label={`${column.title}, row ${active.row + 1}`}
            place={active}
            text={written}
            onDone={(text, by) => {
              setWritten(null)
              if (text !== textAt(active.row, column)) onWrite(active.row, column, text)
              if (!by) return
              focus()
              go({ row: active.row + by.row, column: active.column + by.column })
            }}
            onCancel={() => {
              setWritten(null)
              focus()
            }}
          />
        )}
      </div>
    </div>
  )
}

function placeOf(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null
  return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) }
}

/** Scrolls as little as it takes to see the whole cell. */
function reveal(element: HTMLElement, { row, column }: Place): void {
  const top = row * rowHeight
  const left = column * columnWidth
  const height = element.clientHeight - headHeight - rowHeight
  const width = element.clientWidth - numberWidth - columnWidth
  element.scrollTop = Math.min(Math.max(element.scrollTop, top - height), top)
  element.scrollLeft = Math.min(Math.max(element.scrollLeft, left - width), left)
}
