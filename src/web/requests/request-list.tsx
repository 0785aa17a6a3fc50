// biome-ignore-all lint/a11y/useSemanticElements: rows stand where they are put, which elements of a table cannot.
// biome-ignore-all lint/a11y/useFocusableInteractive: what is to be focused is the row.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
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
const rowLook = 'grid items-center gap-3 px-4'

interface Column {
  readonly name: string
  readonly width: string
  readonly isNumber?: boolean
  /** Gone while a request stands beside the list: there is no room for it then. */
  readonly isSpare?: boolean
  readonly show: (request: Listed) => ReactNode
}

const columns: readonly Column[] = [
  { name: 'Status', width: '5rem', show: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Time', width: '7rem', show: ({ request_start_time }) => <Time at={request_start_time} /> },
  { name: 'Model', width: 'minmax(6rem, 1fr)', show: ({ engine }) => engine },
  {
    name: 'Prompt',
    width: 'minmax(6rem, 1fr)',
    isSpare: true,
    show: ({ prompt_name, prompt_version_number }) =>
      prompt_name && `${prompt_name} v${prompt_version_number}`,
  },
  { name: 'Latency', width: '5rem', isNumber: true, show: ({ latency_ms }) => duration(latency_ms) },
  {
    name: 'Tokens',
    width: '6rem',
    isNumber: true,
    isSpare: true,
    show: ({ input_tokens, output_tokens }) => `${input_tokens} / ${output_tokens}`,
  },
  { name: 'Cost', width: '6rem', isNumber: true, show: ({ price }) => money(price) },
]

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

  const shown = columns.filter(({ isSpare }) => open === undefined || !isSpare)
  const gridTemplateColumns = shown.map(({ width }) => width).join(' ')

  return (
    <div
      role="table"
      aria-label="Requests"
      aria-rowcount={requests.length}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div
        role="row"
        className={classNames(rowLook, 'h-8 shrink-0 border-b bg-surface text-small text-ink-faint')}
        style={{ gridTemplateColumns }}
      >
        {shown.map(({ name, isNumber }) => (
          <span role="columnheader" key={name} className={classNames(isNumber && 'text-right')}>
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
                  rowLook,
                  'absolute inset-x-0 cursor-default border-b hover:bg-sunken focus-visible:-outline-offset-2',
                  request.id === open && 'bg-accent-soft',
                )}
                style={{ top: start, height: rowHeight, gridTemplateColumns }}
              >
                {shown.map(({ name, isNumber, show }) => (
                  <span
                    role="cell"
                    key={name}
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
  )
}
