// biome-ignore-all lint/a11y/useSemanticElements: virtual cells are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names the active cell.
import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { ContextMenu } from '../../design/index.ts'
import { type Column, isWritable } from './column.ts'
import { ColumnItems } from './column-items.tsx'
import { totalHeight, totalWidth } from './geometry.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, idOfCell, type NamedVersion, PinnedRow } from './grid-row.tsx'
import { LayoutMenu } from './layout-menu.tsx'
import { type Range, wholeColumns } from './moves.ts'
import { OpenRow, RowMenu, RowMenuItems } from './row-menu.tsx'
import type { Cell, RowStore } from './row-store.ts'
import type { SelectedCells } from './selected-cells.ts'
import { useArrangement } from './use-arrangement.ts'
import { useCellEditor } from './use-cell-editor.tsx'
import { useColumnDrag } from './use-column-drag.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { positionOf, useGridPointer } from './use-grid-pointer.ts'
import { useKeptInView } from './use-kept-in-view.ts'
import type { SheetLayout } from './use-layout.ts'
import { useRangeWriting } from './use-range-writing.ts'
import { type GridControl, useSelection } from './use-selection.ts'
import { useWindow } from './use-window.ts'
import type { Writing } from './writing.ts'

interface Props {
  readonly control?: Ref<GridControl>
  readonly label: string
  readonly store: RowStore
  readonly rowCount: number
  /** The columns in the order of the sheet. The layout says which are shown, and in which order. */
  readonly columns: readonly Column[]
  readonly layout: SheetLayout
  /** True if cells can be neither written nor retried. */
  readonly readOnly: boolean
  readonly writing: Writing
  /** Highlighted cells, as `row column`. */
  readonly marks?: ReadonlySet<string> | undefined
  /** The prompt versions that columns use now, by column id. Answers of other versions are marked. */
  readonly versions?: ReadonlyMap<string, NamedVersion> | undefined
  readonly onSelection?: (selected: SelectedCells) => void
  readonly onOpen: (row: number, column: Column) => void
  /** Called to show all columns of a row. */
  readonly onOpenRow?: (row: number) => void
  /** Called to try rows in the playground. */
  readonly onTryRows?: (top: number, bottom: number) => void
  readonly onMove: (row: number, column: Column) => void
  readonly onRetry: (cell: Cell) => void
  /** Content below the title of a column. */
  readonly noteOf?: (column: Column) => ReactNode
  /** The menu of a column; `items` are its actions for position and width. */
  readonly menuOf: (column: Column, items: ReactNode) => ReactNode
}

/** A grid of any number of rows. Only the rows in view are rendered. */
export function Grid(props: Props) {
  const { label, store, rowCount, columns, readOnly, writing, onOpen, onRetry } = props
  const onOpenRow = props.onOpenRow ?? (() => undefined)
  const ownLayout = props.layout
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [filling, setFilling] = useState<Range | null>(null)
  const { layout, arrangement, geometry } = useArrangement(scroller, store, columns, ownLayout, rowCount)
  const show = useRef((first: number, last: number) => store.show(first, last)).current
  const window = useWindow(scroller, geometry, show)
  const { selection, setSelection, size, active, range, select, go } = useSelection({
    scroller,
    geometry,
    rowCount,
    columns: arrangement,
    control: props.control,
    onMove: props.onMove,
    onSelection: props.onSelection,
  })
  const column = arrangement[active.column]
  useKeptInView(scroller, geometry, active.column)

  const focus = () => scroller.current?.focus({ preventScroll: true })
  const { edit, editor } = useCellEditor({
    scroller,
    store,
    geometry,
    active,
    column,
    writing,
    focus,
    go,
  })
  const open = () => {
    if (!column) return
    if (!readOnly && isWritable(column)) edit(store.text(active.row, column.id))
    else onOpen(active.row, column)
  }
  const ranges = useRangeWriting({
    store,
    columns: arrangement,
    range,
    readOnly,
    writing,
    onSelect: setSelection,
  })
  const handleKey = useGridKeys({
    scroller,
    geometry,
    size,
    active,
    range,
    column,
    readOnly,
    writing,
    ranges,
    go,
    select,
    edit,
    open,
    onOpen,
    onOpenRow,
    onRetry: () => column && retry(active.row, column),
  })
  const retry = (row: number, { id: columnId }: Column) => {
    const cell = store.cell(row, columnId)
    if (cell?.status === 'FAILED') onRetry(cell)
  }
  const heads = useColumnDrag({
    scroller,
    store,
    columns,
    shown: arrangement,
    geometry,
    window,
    layout,
    onSelect: (columnIndex, extend) => {
      focus()
      select(wholeColumns(extend ? selection.anchor.column : columnIndex, columnIndex, size))
    },
  })

  const handlePointer = useGridPointer({
    scroller,
    geometry,
    size,
    selection,
    range,
    focus,
    go,
    select,
    setSelection,
    onFilling: setFilling,
    onFill: ranges.fill,
  })

  const marked = filling ?? range
  const rows = Array.from(
    { length: window.lastRow - window.firstRow + 1 },
    (_none, index) => window.firstRow + index,
  )
  const propsOf = (row: number) => {
    const isInRange = row >= marked.top && row <= marked.bottom
    return {
      grid: id,
      store,
      index: row,
      columns: arrangement,
      geometry,
      active: row === active.row ? active.column : -1,
      from: isInRange ? marked.left : 0,
      to: isInRange ? marked.right : -1,
      corner: !readOnly && row === marked.bottom ? marked.right : -1,
      onRetry: readOnly ? undefined : onRetry,
      marks: props.marks,
      versions: props.versions,
    }
  }
  const rowItems = (
    <RowMenuItems {...{ range, rowCount, writing, readOnly, onOpenRow }} onTryRows={props.onTryRows} />
  )
  const hasRowMenu = !readOnly || props.onTryRows !== undefined
  const isInView = active.row >= window.firstRow && active.row <= window.lastRow
  const grid = (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-colcount={arrangement.length + 1}
      aria-multiselectable
      aria-readonly={readOnly}
      aria-activedescendant={isInView && column ? idOfCell(id, active.row, active.column) : undefined}
      tabIndex={0}
      className="relative min-h-0 min-w-0 flex-1 overflow-auto bg-canvas outline-none select-none"
      onKeyDown={handleKey}
      onCopy={ranges.copy}
      onCut={ranges.cut}
      onPaste={ranges.paste}
      onPointerDown={handlePointer}
      onMouseDown={(event) =>
        !(event.target as Element).closest('button, textarea') && event.preventDefault()
      }
      onDoubleClick={(event) => {
        const target = event.target as Element
        if (positionOf(target)) open()
        else if (target.closest('[data-number]') && !target.closest('button')) onOpenRow(active.row)
      }}
      onContextMenu={(event) => {
        const isRow =
          (event.target as Element).closest('[role=rowgroup]') !== null ||
          event.target === event.currentTarget
        if (!isRow) (event as { preventBaseUIHandler?: () => void }).preventBaseUIHandler?.()
      }}
    >
      <div
        role="presentation"
        className="relative"
        style={{ height: totalHeight(geometry), width: totalWidth(geometry) }}
      >
        <GridHead
          {...{ columns: arrangement, geometry, range, target: heads.target }}
          first={window.firstColumn}
          last={window.lastColumn}
          corner={<LayoutMenu columns={columns} layout={ownLayout} />}
          noteOf={props.noteOf}
          menuOf={(headColumn) =>
            props.menuOf(
              headColumn,
              <ColumnItems
                {...{ column: headColumn, columns, shown: arrangement, layout }}
                onAutoSize={heads.autoSize}
              />,
            )
          }
          onGrip={heads.grip}
          onResize={heads.resize}
          onAutoSize={heads.autoSize}
        />
        <div
          role="rowgroup"
          className="sticky left-0 z-10"
          style={{ width: geometry.paneWidth, height: rowCount * geometry.rowHeight }}
        >
          {rows.map((row) => (
            <PinnedRow
              key={row}
              {...propsOf(row)}
              isMarked={row >= range.top && row <= range.bottom}
              menu={
                row === active.row &&
                (readOnly ? (
                  props.onOpenRow && (
                    <OpenRow row={store.row(row)?.row_index ?? row} onOpen={() => onOpenRow(row)} />
                  )
                ) : (
                  <RowMenu row={row}>{rowItems}</RowMenu>
                ))
              }
            />
          ))}
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <GridRow key={row} {...propsOf(row)} first={window.firstColumn} last={window.lastColumn} />
          ))}
        </div>
        {editor}
      </div>
    </div>
  )
  return !hasRowMenu ? grid : <ContextMenu trigger={grid}>{rowItems}</ContextMenu>
}
