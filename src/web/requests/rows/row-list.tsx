// biome-ignore-all lint/a11y/useSemanticElements: virtual rows are positioned absolutely, which table elements do not allow.
// biome-ignore-all lint/a11y/useFocusableInteractive: a row takes the focus; its cells do not.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../../design/index.ts'
import { Heading, type Sorting } from './heading.tsx'
import { type RowKey, useRowKeys } from './use-row-keys.ts'

export interface RowColumn<Row, Sort extends string> {
  readonly id: string
  readonly name: string
  /**
   * A track of the grid. The minimum widths of flexible tracks must be in proportion to their shares, or the list grows
   * wider.
   */
  readonly width: string
  readonly sort?: Sort
  readonly isNumber?: boolean
  /** `isTabStop`: Tab reaches this row, so that its controls take the focus too. */
  readonly show: (row: Row, isTabStop: boolean) => ReactNode
}

interface Props<Row, Key extends RowKey, Sort extends string> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly RowColumn<Row, Sort>[]
  readonly keyOf: (row: Row) => Key
  /** The attribute of a row that holds its key. */
  readonly attribute: 'data-request' | 'data-trace' | 'data-group' | 'data-pair'
  /** The colour at the left edge of a row. */
  readonly edgeOf: (row: Row) => string
  /** If absent, the order of the rows cannot be changed. */
  readonly sorting?: Sorting<Sort> | undefined
  /** The key of the row whose details are beside the list. */
  readonly open?: Key | undefined
  readonly onOpen: (key: Key) => void
  /** Called when the end comes into view. */
  readonly onMore: () => void
  /** True if the rows are those of the previous search. */
  readonly isStale: boolean
  /** True if the keys j and k go from row to row. */
  readonly hasLetterKeys?: boolean
}

const rowHeight = 36
const headHeight = 32
const rowStyle = 'grid items-center gap-3 px-4'

/** Gives a cell whose text is cut off a tooltip with the whole text. */
function showWholeText({ target }: MouseEvent): void {
  const cell = (target as HTMLElement).closest<HTMLElement>('.truncate')
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
}

/** A list of any number of rows. Only the rows in view are rendered. */
export function RowList<Row, Key extends RowKey, Sort extends string>(props: Props<Row, Key, Sort>) {
  const { label, rows, columns, keyOf, attribute, edgeOf, sorting, open, onOpen, onMore, isStale } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [focusedKey, setFocusedKey] = useState<Key | undefined>(open)
  const tabStop = Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === focusedKey),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The row that Tab reaches is rendered wherever the list is scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), tabStop])].sort((a, b) => a - b),
  })
  const handleKey = useRowKeys({
    scroller,
    scrollTo: virtual.scrollToIndex,
    keys: rows.map(keyOf),
    attribute,
    tabStop,
    open,
    hasLetterKeys: props.hasLetterKeys === true,
    onFocus: setFocusedKey,
    onOpen,
  })
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) onMore()
  }, [last, rows.length, onMore])
  const gridTemplateColumns = columns.map(({ width }) => width).join(' ')

  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      aria-busy={isStale}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div ref={scroller} className={classNames('min-h-0 flex-1 overflow-auto', isStale && 'opacity-60')}>
        {/* The list is at least as wide as its columns need. It scrolls sideways together with the
           headings. */}
        <div className="w-max min-w-full">
          <div
            role="row"
            className={classNames(
              rowStyle,
              'sticky top-0 z-10 border-b bg-surface text-small whitespace-nowrap text-ink-faint',
            )}
            style={{ gridTemplateColumns, height: headHeight }}
          >
            {columns.map((column) => (
              <Heading key={column.id} column={column} sorting={sorting} />
            ))}
          </div>
          {/* biome-ignore lint/a11y/useKeyWithMouseEvents: the keyboard reads a whole value in the details. */}
          <div
            role="rowgroup"
            className="relative"
            style={{ height: virtual.getTotalSize() }}
            onMouseOver={showWholeText}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!
              const key = keyOf(row)
              return (
                <div
                  key={key}
                  role="row"
                  aria-rowindex={index + 1}
                  aria-selected={key === open}
                  tabIndex={index === tabStop ? 0 : -1}
                  {...{ [attribute]: key }}
                  onFocus={() => setFocusedKey(key)}
                  onClick={() => onOpen(key)}
                  onKeyDown={handleKey}
                  className={classNames(
                    rowStyle,
                    'absolute inset-x-0 cursor-default border-b before:absolute before:inset-y-0 before:left-0 before:w-[3px] hover:bg-sunken focus-visible:-outline-offset-2',
                    edgeOf(row),
                    key === open && 'bg-accent-soft hover:bg-accent-soft',
                  )}
                  style={{ top: start - headHeight, height: rowHeight, gridTemplateColumns }}
                >
                  {columns.map(({ id, isNumber, show }) => (
                    <span
                      role="cell"
                      key={id}
                      className={classNames('truncate', isNumber && 'text-right tabular-nums')}
                    >
                      {show(row, index === tabStop)}
                    </span>
                  ))}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </div>
  )
}
