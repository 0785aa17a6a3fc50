// biome-ignore-all lint/a11y/useSemanticElements: rows stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: what is to be focused is the row.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Answer } from '../api/index.ts'
import { classNames, Time } from '../design/index.ts'
import { duration, money } from './numbers.ts'
import { StatusBadge } from './status-badge.tsx'

export type Listed = Answer<'searchRequests'>['items'][number]

interface Props {
  readonly requests: readonly Listed[]
  readonly open: number | undefined
  readonly onOpen: (id: number) => void
  /** Called when the end comes into view. */
  readonly onMore: () => void
}

const rowHeight = 36
const columns =
  'grid grid-cols-[6rem_7rem_minmax(8rem,1fr)_minmax(6rem,1fr)_5rem_6rem_5rem] items-center gap-3 px-4'

/** Any number of rows; only those in view are in the page. */
export function RequestList({ requests, open, onOpen, onMore }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: requests.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  })
  const last = rows.getVirtualItems().at(-1)?.index ?? 0
  useEffect(() => {
    if (requests.length > 0 && last >= requests.length - 1) onMore()
  }, [last, requests.length, onMore])

  return (
    <div
      role="table"
      aria-label="Requests"
      aria-rowcount={requests.length}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div
        role="row"
        className={classNames(columns, 'h-8 shrink-0 border-b bg-surface text-small text-ink-faint')}
      >
        {['Status', 'Time', 'Model', 'Prompt', 'Latency', 'Tokens', 'Cost'].map((name, index) => (
          <span role="columnheader" key={name} className={index > 3 ? 'text-right' : ''}>
            {name}
          </span>
        ))}
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-auto">
        <div className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const request = requests[index]!
            return (
              <div
                key={request.id}
                role="row"
                aria-rowindex={index + 1}
                tabIndex={0}
                data-request={request.id}
                onClick={() => onOpen(request.id)}
                onKeyDown={(event) => event.key === 'Enter' && onOpen(request.id)}
                className={classNames(
                  columns,
                  'absolute inset-x-0 cursor-default border-b hover:bg-sunken focus-visible:-outline-offset-2',
                  request.id === open && 'bg-accent-soft',
                )}
                style={{ top: start, height: rowHeight }}
              >
                <Row request={request} />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function Row({ request }: { request: Listed }) {
  const { status, request_start_time, engine, prompt_name, prompt_version_number } = request
  return (
    <>
      <span role="cell">
        <StatusBadge status={status} />
      </span>
      <span role="cell" className="truncate text-ink-soft">
        <Time at={request_start_time} />
      </span>
      <span role="cell" className="truncate">
        {engine}
      </span>
      <span role="cell" className="truncate text-ink-soft">
        {prompt_name && `${prompt_name} v${prompt_version_number}`}
      </span>
      <span role="cell" className="text-right tabular-nums">
        {duration(request.latency_ms)}
      </span>
      <span role="cell" className="text-right text-ink-soft tabular-nums">
        {request.input_tokens} / {request.output_tokens}
      </span>
      <span role="cell" className="text-right tabular-nums">
        {money(request.price)}
      </span>
    </>
  )
}
