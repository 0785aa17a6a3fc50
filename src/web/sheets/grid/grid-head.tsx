// biome-ignore-all lint/a11y/useSemanticElements: virtual heads are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid; the menu of a head has all actions of a drag.
import type { PointerEvent, ReactNode } from 'react'
import { classNames, KindIcon } from '../../design/index.ts'
import { kindOf } from '../column-kind.ts'
import type { Column } from './column.ts'
import { type Geometry, widthOf } from './geometry.ts'
import { headHeight, numberWidth } from './measures.ts'
import type { Range } from './moves.ts'

interface Props {
  readonly columns: readonly Column[]
  readonly geometry: Geometry
  readonly first: number
  readonly last: number
  readonly range: Range
  /** The column before which a drop would insert the dragged column; undefined without a drag. */
  readonly target: number | undefined
  readonly corner: ReactNode
  readonly noteOf: ((column: Column) => ReactNode) | undefined
  readonly menuOf: (column: Column) => ReactNode
  readonly onGrip: (event: PointerEvent, column: number) => void
  readonly onResize: (event: PointerEvent, column: number) => void
  readonly onAutoSize: (column: Column) => void
}

/**
 * The titles of the columns. Dragging a title moves its column, dragging its right edge changes the width.
 */
export function GridHead(props: Props) {
  const { columns, geometry, first, last, corner } = props
  const headOf = (index: number) => <ColumnHead key={columns[index]!.id} {...props} columnIndex={index} />
  const scrolled = Array.from({ length: Math.max(0, last - first + 1) }, (_none, by) => headOf(first + by))
  return (
    <div role="row" aria-rowindex={1} className="sticky top-0 z-20" style={{ height: headHeight }}>
      <div className="sticky left-0 z-10 h-full" style={{ width: geometry.paneWidth }} role="presentation">
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label="Row"
          className="flex h-full items-center justify-end border-r border-b bg-sunken pr-1"
          style={{ width: numberWidth }}
        >
          {corner}
        </div>
        {Array.from({ length: geometry.pinned }, (_none, index) => headOf(index))}
      </div>
      {scrolled}
    </div>
  )
}

function ColumnHead({
  columnIndex,
  columns,
  geometry,
  range,
  target,
  ...props
}: Props & { columnIndex: number }) {
  const column = columns[columnIndex]!
  const isMarked = columnIndex >= range.left && columnIndex <= range.right
  return (
    <div
      role="columnheader"
      aria-colindex={columnIndex + 2}
      title={column.title}
      data-head={columnIndex}
      className={classNames(
        'absolute top-0 flex h-full items-center gap-1.5 border-r border-b pr-1 pl-2 font-medium',
        isMarked ? 'bg-accent-soft' : 'bg-sunken',
        columnIndex === geometry.pinned - 1 && 'border-r-line-strong',
      )}
      style={{ left: geometry.lefts[columnIndex]!, width: widthOf(geometry, columnIndex) }}
      onPointerDown={(event) => props.onGrip(event, columnIndex)}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-1.5">
          <KindIcon kind={kindOf(column.type)} />
          <span className="min-w-0 truncate">{column.title}</span>
        </span>
        {props.noteOf?.(column)}
      </span>
      {props.menuOf(column)}
      <span
        aria-hidden
        data-edge={columnIndex}
        className="absolute top-0 -right-px z-10 h-full w-1.5 cursor-col-resize hover:bg-accent"
        onPointerDown={(event) => props.onResize(event, columnIndex)}
        onDoubleClick={() => props.onAutoSize(column)}
      />
      {target === columnIndex && (
        <span aria-hidden className="absolute top-0 -left-px h-full w-0.5 bg-accent" />
      )}
      {target === columnIndex + 1 && (
        <span aria-hidden className="absolute top-0 -right-px h-full w-0.5 bg-accent" />
      )}
    </div>
  )
}
