// biome-ignore-all lint/a11y/useSemanticElements: cells stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names the active cell.
import { memo, useCallback, useSyncExternalStore } from 'react'
import { classNames } from '../../design/index.ts'
import { CellView, shortened } from './cell-view.tsx'
import type { Column } from './column.ts'
import { columnWidth, headHeight, numberWidth, rowHeight } from './measures.ts'
import type { Cell, RowStore } from './row-store.ts'

interface Props {
  readonly grid: string
  readonly store: RowStore
  readonly index: number
  readonly columns: readonly Column[]
  readonly first: number
  readonly last: number
  /** The active column if it is in this row, else -1. */
  readonly active: number
  /** The part of the selection in this row; from above to where there is none. */
  readonly from: number
  readonly to: number
  readonly onRetry: ((cell: Cell) => void) | undefined
  /** Cells that stand out, as `row column`. */
  readonly marks?: ReadonlySet<string> | undefined
}

export const idOfCell = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`

const cellLook =
  'absolute top-0 h-full truncate border-r border-b px-2 leading-[31px] [unicode-bidi:isolate] bg-surface'

/** The cells of a row; its number is a row of its own in the pane that stays, with the same aria-rowindex. */
export const GridRow = memo(function GridRow({ store, index, columns, first, last, ...rest }: Props) {
  useRow(store, index)
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 w-full"
      style={{ top: headHeight + index * rowHeight, height: rowHeight }}
    >
      {columns.slice(first, last + 1).map((column, place) => (
        <GridCell
          key={column.id}
          {...rest}
          store={store}
          index={index}
          column={column}
          place={first + place}
        />
      ))}
    </div>
  )
})

type CellProps = Pick<Props, 'grid' | 'store' | 'index' | 'active' | 'from' | 'to' | 'onRetry' | 'marks'> & {
  readonly column: Column
  readonly place: number
}

function GridCell({ grid, store, index, column, place, active, from, to, onRetry, marks }: CellProps) {
  const cell = store.cell(index, column.id)
  const offered = store.offered(index, column.id)
  const isComputed = column.type !== 'TEXT'
  const isSelected = place >= from && place <= to
  const isMarked = marks?.has(`${index} ${column.id}`) ?? false
  return (
    <div
      role="gridcell"
      id={idOfCell(grid, index, place)}
      aria-colindex={place + 2}
      aria-selected={active === place || isSelected}
      data-row={index}
      data-column={place}
      className={classNames(
        cellLook,
        isMarked && 'bg-note-soft',
        isSelected && 'bg-accent-soft',
        isComputed && cell?.status === 'FAILED' && 'bg-bad-soft',
        isComputed && cell?.status === 'STALE' && 'border-l-2 border-l-warning-edge',
        active === place && 'outline-2 -outline-offset-2 outline-accent',
      )}
      style={{ left: numberWidth + place * columnWidth, width: columnWidth }}
    >
      {isMarked && <span className="sr-only">Changed </span>}
      {isComputed && cell && (
        <>
          {cell.status === 'STALE' && <span className="sr-only">Stale </span>}
          <CellView cell={cell} onRetry={onRetry && (() => onRetry(cell))} />
        </>
      )}
      {!isComputed && shortened(offered ?? cell?.display_value ?? '')}
      {!cell && <span className="mt-2.5 block h-3 rounded-sm bg-raised" aria-hidden />}
    </div>
  )
}

/** One sticky pane holds all numbers: one layer instead of one for each row. */
export const RowNumber = memo(function RowNumber({ index }: { index: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute left-0 w-full"
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="h-full border-r border-b bg-sunken pr-2 text-right leading-[31px] text-ink-faint tabular-nums"
      >
        {index + 1}
      </div>
    </div>
  )
})

function useRow(store: RowStore, index: number): void {
  const subscribe = useCallback((listener: () => void) => store.subscribe(index, listener), [store, index])
  const version = useCallback(() => store.version(index), [store, index])
  useSyncExternalStore(subscribe, version)
}
