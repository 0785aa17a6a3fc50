// biome-ignore-all lint/a11y/useSemanticElements: rows stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: what is to be focused is the row.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '../design/index.ts'
import { type Column, columnsOf, type Listed } from './columns.tsx'
import type { Search } from './filter/filters.ts'
import { useRowKeys } from './use-row-keys.ts'

interface Props {
  readonly requests: readonly Listed[]
  readonly columns: readonly string[]
  readonly search: Search
  /** Absent: they stand in the order in which they came. */
  readonly onSort?: (change: Search) => void
  readonly open: number | undefined
  readonly onOpen: (id: number) => void
  /** Called when the end comes into view. */
  readonly onMore: () => void
  /** What is shown is of the search before. */
  readonly isStale: boolean
}

const rowHeight = 36
const headHeight = 32
/** At the edge of a row; errors and warnings are also told in words. */
const stripes: Readonly<Record<Listed['status'], string>> = {
  SUCCESS: 'before:bg-good/60',
  WARNING: 'before:bg-warning-edge',
  ERROR: 'before:bg-bad',
}
const rowLook = 'grid items-center gap-3 px-4'

/** Any number of rows; only those in view are in the page. */
export function RequestList({ requests, columns, search, onSort, open, onOpen, onMore, isStale }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<number | undefined>(open)
  const stop = Math.max(
    0,
    requests.findIndex(({ id }) => id === held),
  )
  const rows = useVirtualizer({
    count: requests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The row that Tab comes to is there wherever the others are scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), stop])].sort((a, b) => a - b),
  })
  const press = useRowKeys({ scroller, rows, requests, stop, open, onHold: setHeld, onOpen })
  const last = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (requests.length > 0 && last >= requests.length - 1) onMore()
  }, [last, requests.length, onMore])

  const shown = columnsOf(columns).filter(({ isKept }) => open === undefined || isKept)
  const gridTemplateColumns = shown.map(({ width }) => width).join(' ')

  return (
    <div
      role="table"
      aria-label="Requests"
      aria-rowcount={requests.length}
      aria-busy={isStale}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div ref={scroller} className={classNames('min-h-0 flex-1 overflow-auto', isStale && 'opacity-60')}>
        {/* As wide as the columns need at least: what does not fit is scrolled to, with its heading. */}
        <div className="w-max min-w-full">
          <div
            role="row"
            className={classNames(
              rowLook,
              'sticky top-0 z-10 border-b bg-surface text-small whitespace-nowrap text-ink-faint',
            )}
            style={{ gridTemplateColumns, height: headHeight }}
          >
            {shown.map((column) => (
              <Heading key={column.id} column={column} search={search} onSort={onSort} />
            ))}
          </div>
          <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const request = requests[index]!
              return (
                <div
                  key={request.id}
                  role="row"
                  aria-rowindex={index + 1}
                  aria-selected={request.id === open}
                  tabIndex={index === stop ? 0 : -1}
                  data-request={request.id}
                  onFocus={() => setHeld(request.id)}
                  onClick={() => onOpen(request.id)}
                  onKeyDown={press}
                  className={classNames(
                    rowLook,
                    'absolute inset-x-0 cursor-default border-b before:absolute before:inset-y-0 before:left-0 before:w-[3px] hover:bg-sunken focus-visible:-outline-offset-2',
                    stripes[request.status],
                    request.id === open && 'bg-accent-soft hover:bg-accent-soft',
                  )}
                  style={{ top: start - headHeight, height: rowHeight, gridTemplateColumns }}
                >
                  {shown.map(({ id, isNumber, show }) => (
                    <span
                      role="cell"
                      key={id}
                      className={classNames('truncate', isNumber && 'text-right tabular-nums')}
                    >
                      {show(request)}
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

interface HeadingProps {
  readonly column: Column
  readonly search: Search
  readonly onSort: Props['onSort']
}

/** A press sorts, largest or newest first; another turns it around. */
function Heading({ column, search, onSort }: HeadingProps) {
  const { name, isNumber } = column
  const sort = onSort && column.sort
  const isSorted = sort !== undefined && (search.sortBy ?? 'request_start_time') === sort
  const isRising = isSorted && search.rising === true
  const Arrow = isRising ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isRising ? 'ascending' : 'descending') : undefined}
      className={classNames('min-w-0 truncate', isNumber && 'text-right')}
    >
      {sort ? (
        <button
          type="button"
          className={classNames('inline-flex items-center gap-0.5 hover:text-ink', isSorted && 'text-ink')}
          onClick={() =>
            onSort?.({
              sortBy: sort === 'request_start_time' ? undefined : sort,
              rising: isSorted && !isRising ? true : undefined,
            })
          }
        >
          {isSorted && isNumber && <Arrow className="size-3" aria-hidden />}
          {name}
          {isSorted && !isNumber && <Arrow className="size-3" aria-hidden />}
        </button>
      ) : (
        <bdi>{name}</bdi>
      )}
    </span>
  )
}
