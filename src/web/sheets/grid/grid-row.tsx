// biome-ignore-all lint/a11y/useSemanticElements: virtual cells are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; aria-activedescendant names the active cell.
import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import {
  isOfOtherVersion,
  type PromptVersion,
  storedVersion,
} from '../../../engine/sheet/rows/prompt-version.ts'
import { classNames } from '../../design/index.ts'
import { CellView, shortenForCell } from './cell-view.tsx'
import { type Column, isWritable } from './column.ts'
import { type Geometry, widthOf } from './geometry.ts'
import { headHeight, numberWidth, rowHeights } from './measures.ts'
import type { Cell, RowStore } from './row-store.ts'

/** A version of a prompt with the name of the prompt. */
export interface NamedVersion extends PromptVersion {
  readonly name: string
}

interface CellsProps {
  readonly grid: string
  readonly store: RowStore
  readonly index: number
  readonly columns: readonly Column[]
  readonly geometry: Geometry
  /** The index of the active column if the active cell is in this row, otherwise -1. */
  readonly active: number
  /** The first and last selected column of this row; without a selection `from` is above `to`. */
  readonly from: number
  readonly to: number
  /** The column with the fill handle, otherwise -1. */
  readonly corner: number
  readonly onRetry: ((cell: Cell) => void) | undefined
  /** Highlighted cells, as `row column`. */
  readonly marks: ReadonlySet<string> | undefined
  /** The prompt versions that columns use now, by column id. */
  readonly versions: ReadonlyMap<string, NamedVersion> | undefined
}

export const idOfCell = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`

const cellStyle =
  'absolute top-0 h-full overflow-hidden border-r border-b px-2 [unicode-bidi:isolate] bg-surface'
const oneLineStyle = 'truncate leading-[31px]'
const severalLinesStyle = 'py-1 leading-5 break-words whitespace-pre-wrap'

type RowProps = CellsProps & { readonly first: number; readonly last: number }

/** The scrolling cells of a row. The pinned cells are in another row element with the same aria-rowindex. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { index, geometry } = props
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 w-full"
      style={{ top: headHeight + index * geometry.rowHeight, height: geometry.rowHeight }}
    >
      <Cells {...props} />
    </div>
  )
})

type PinnedProps = CellsProps & { readonly isMarked: boolean; readonly menu: ReactNode }

/**
 * The number of a row and its pinned cells. One sticky element holds the pinned cells of all rows, so that
 * the browser needs one layer instead of one for each row.
 */
export const PinnedRow = memo(function PinnedRow({ isMarked, menu, ...props }: PinnedProps) {
  const { index, geometry, store } = props
  useRow(store, index)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 w-full"
      style={{ top: index * geometry.rowHeight, height: geometry.rowHeight }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-number={index}
        className={classNames(
          'flex h-full justify-end border-r border-b pr-2 tabular-nums',
          geometry.rowHeight === rowHeights.compact ? 'items-center' : 'items-start pt-1',
          isMarked ? 'bg-accent-soft text-ink' : 'bg-sunken text-ink-faint',
        )}
        style={{ width: numberWidth }}
      >
        {menu}
        {/* The number of the row in the sheet, in any order of the view. */}
        <span className="ml-auto">{(store.row(index)?.row_index ?? index) + 1}</span>
      </div>
      {geometry.pinned > 0 && <Cells {...props} first={0} last={geometry.pinned - 1} />}
    </div>
  )
})

function Cells({
  first,
  last,
  columns,
  geometry,
  store,
  index,
  active,
  from,
  to,
  corner,
  marks,
  versions,
  ...rest
}: RowProps) {
  useRow(store, index)
  return columns.slice(first, last + 1).map((column, offset) => {
    const columnIndex = first + offset
    return (
      <GridCell
        key={column.id}
        {...rest}
        index={index}
        column={column}
        columnIndex={columnIndex}
        cell={store.cell(index, column.id)}
        pending={store.pending(index, column.id) && store.text(index, column.id)}
        left={geometry.lefts[columnIndex]!}
        width={widthOf(geometry, columnIndex)}
        isLow={geometry.rowHeight === rowHeights.compact}
        isActive={active === columnIndex}
        isSelected={columnIndex >= from && columnIndex <= to}
        hasCorner={corner === columnIndex}
        isMarked={marks?.has(`${index} ${column.id}`) ?? false}
        current={versions?.get(column.id)}
      />
    )
  })
}

interface CellProps {
  readonly grid: string
  readonly index: number
  readonly column: Column
  readonly columnIndex: number
  readonly cell: Cell | undefined
  readonly pending: string | undefined
  readonly left: number
  readonly width: number
  readonly isLow: boolean
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly hasCorner: boolean
  readonly isMarked: boolean
  /** The prompt version that the column uses now. */
  readonly current: NamedVersion | undefined
  readonly onRetry: ((cell: Cell) => void) | undefined
}

const GridCell = memo(function GridCell(props: CellProps) {
  const { grid, index, column, columnIndex, cell, pending, isActive, isSelected, onRetry } = props
  const isComputed = !isWritable(column)
  return (
    <div
      role="gridcell"
      id={idOfCell(grid, index, columnIndex)}
      aria-colindex={columnIndex + 2}
      aria-selected={isActive || isSelected}
      data-row={index}
      data-column={columnIndex}
      className={classNames(
        cellStyle,
        props.isLow ? oneLineStyle : severalLinesStyle,
        isComputed && cell?.status === 'FAILED' && 'bg-bad-soft',
        props.isMarked && 'bg-note-soft',
        isSelected && 'bg-accent-soft',
        isComputed && cell?.status === 'STALE' && 'border-l-2 border-l-warning-edge',
        isActive && 'outline-2 -outline-offset-2 outline-accent',
      )}
      style={{ left: props.left, width: props.width }}
    >
      {props.isMarked && <span className="sr-only">Changed </span>}
      {isComputed && cell && (
        <>
          {props.current && <OtherVersion cell={cell} current={props.current} />}
          {cell.status === 'STALE' && cell.value !== null && <span className="sr-only">Stale </span>}
          {column.type === 'HUMAN' && cell.status === 'STALE' && cell.value === null ? (
            <span className="text-ink-faint">Not answered</span>
          ) : (
            <CellView cell={cell} onRetry={onRetry && (() => onRetry(cell))} />
          )}
        </>
      )}
      {!isComputed && shortenForCell(pending ?? cell?.display_value ?? '')}
      {!cell && pending === undefined && (
        <span className="mt-2.5 block h-3 rounded-sm bg-raised" aria-hidden />
      )}
      {props.hasCorner && (
        <span
          data-corner
          aria-hidden
          className="absolute right-0 bottom-0 size-2 cursor-crosshair bg-accent"
        />
      )}
    </div>
  )
})

/** The version of the prompt that made an answer, if the column now uses another one. */
function OtherVersion({ cell, current }: { cell: Cell; current: NamedVersion }) {
  const made = storedVersion(cell.request_metrics)
  if (!made || cell.value === null || !isOfOtherVersion(made, current)) return null
  return (
    <span
      title={`v${made.version} of ${current.name} made this answer. The column uses v${current.version} now.`}
      className="float-right ml-1.5 text-tiny leading-[inherit] text-warning tabular-nums"
    >
      <span className="sr-only">Made by </span>v{made.version}
    </span>
  )
}

function useRow(store: RowStore, index: number): void {
  const subscribe = useCallback((listener: () => void) => store.subscribe(index, listener), [store, index])
  const version = useCallback(() => store.version(index), [store, index])
  useSyncExternalStore(subscribe, version)
}
