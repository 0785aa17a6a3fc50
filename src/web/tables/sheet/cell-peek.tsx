import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { Badge, Button, CodeBlock, Time } from '../../design/index.ts'
import { Value } from '../grid/cell-view.tsx'
import type { Column } from '../grid/column.ts'
import type { Cell, RowStore } from '../grid/row-store.ts'

interface Props {
  readonly store: RowStore
  readonly row: number
  readonly column: Column
  readonly onRetry: ((cell: Cell) => void) | undefined
  readonly onClose: () => void
}

const words = {
  STALE: ['Stale', 'warning'],
  QUEUED: ['Queued', 'neutral'],
  DISPATCHED: ['Queued', 'neutral'],
  RUNNING: ['Running', 'note'],
  COMPLETED: ['Completed', 'good'],
  FAILED: ['Failed', 'bad'],
} as const

/** All of one cell, beside the grid; it follows the active cell. */
export function CellPeek({ store, row, column, onRetry, onClose }: Props) {
  const subscribe = useCallback((listener: () => void) => store.subscribe(row, listener), [store, row])
  useSyncExternalStore(subscribe, () => store.version(row))
  const cell = store.cell(row, column.id)
  const [word, tone] = words[cell?.status ?? 'STALE']
  const isComputed = column.type !== 'TEXT'
  return (
    <aside
      aria-label={`${column.title}, row ${row + 1}`}
      className="flex w-[380px] shrink-0 flex-col border-l bg-canvas"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="truncate font-semibold">
          {column.title}, row {row + 1}
        </h2>
        {isComputed && cell && <Badge tone={tone}>{word}</Badge>}
        <Button kind="quiet" size="small-icon" aria-label="Close" className="ml-auto" onClick={onClose}>
          <X />
        </Button>
      </header>
      {cell && (
        <div className="flex min-h-0 flex-col gap-4 overflow-auto p-4">
          {cell.error_message && (
            <p
              role="alert"
              className="rounded-md bg-bad-soft px-3 py-2 break-words whitespace-pre-wrap text-bad"
            >
              {cell.error_message}
            </p>
          )}
          <Whole cell={cell} />
          {isComputed && <Metrics cell={cell} />}
          {isComputed && onRetry && (
            <Button className="self-start" onClick={() => onRetry(cell)}>
              Run again
            </Button>
          )}
        </div>
      )}
    </aside>
  )
}

function Whole({ cell }: { cell: Cell }) {
  const value = cell.value?.value
  if (value === null || value === undefined) return <p className="text-ink-faint">No value.</p>
  if (typeof value === 'boolean') return <Value cell={cell} />
  if (typeof value === 'object')
    return (
      <>
        {'comparison_result' in value && <Value cell={cell} />}
        <CodeBlock what="value" text={JSON.stringify(value, null, 2)} />
      </>
    )
  return (
    <p className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
      {cell.display_value ?? String(value)}
    </p>
  )
}

function Metrics({ cell: { request_metrics: metrics, updated_at } }: { cell: Cell }) {
  return (
    <dl className="grid grid-cols-[6rem_1fr] gap-y-1 text-small">
      <dt className="text-ink-faint">Changed</dt>
      <dd>
        <Time at={updated_at} />
      </dd>
      {metrics?.latency_ms != null && (
        <>
          <dt className="text-ink-faint">Latency</dt>
          <dd className="tabular-nums">{Math.round(metrics.latency_ms).toLocaleString('en')} ms</dd>
        </>
      )}
      {metrics?.price != null && (
        <>
          <dt className="text-ink-faint">Cost</dt>
          <dd className="tabular-nums">${metrics.price.toPrecision(2)}</dd>
        </>
      )}
      {metrics?.input_tokens != null && (
        <>
          <dt className="text-ink-faint">Tokens</dt>
          <dd className="tabular-nums">
            {metrics.input_tokens} / {metrics.output_tokens ?? 0}
          </dd>
        </>
      )}
      {metrics && metrics.request_ids.length > 0 && (
        <>
          <dt className="text-ink-faint">Requests</dt>
          <dd className="flex flex-wrap gap-2">
            {metrics.request_ids.map((request) => (
              <Link key={request} to="/requests" search={{ request }} className="text-accent-ink underline">
                {request}
              </Link>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}
