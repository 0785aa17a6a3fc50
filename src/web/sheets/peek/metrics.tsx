import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Time } from '../../design/index.ts'
import { duration, money } from '../../requests/index.ts'
import type { Cell } from '../grid/row-store.ts'

/** Cost and latency of the cell, and its requests. */
export function Metrics({ cell: { request_metrics: metrics, updated_at } }: { cell: Cell }) {
  const cost = metrics && costText(metrics)
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-y-1 text-small">
      <Fact name="Changed">
        <Time at={updated_at} />
      </Fact>
      {metrics?.latency_ms != null && <Fact name="Latency">{duration(metrics.latency_ms)}</Fact>}
      {metrics?.time_to_first_token_ms !== undefined && (
        <Fact name="First token">{duration(metrics.time_to_first_token_ms)}</Fact>
      )}
      {cost && <Fact name="Cost">{cost}</Fact>}
      {metrics?.input_tokens != null && (
        <Fact name="Tokens">
          {metrics.input_tokens.toLocaleString('en')} / {metrics.output_tokens?.toLocaleString('en')}
        </Fact>
      )}
      {metrics && metrics.request_ids.length > 0 && (
        <Fact name="Requests">
          <span className="flex flex-wrap gap-2">
            {metrics.request_ids.map((request) => (
              <Link key={request} to="/requests" search={{ request }} className="text-accent-ink underline">
                {request}
              </Link>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </>
)

/** Null if the value was made without a call, such as a cached answer. */
export const costText = ({ price, request_count }: NonNullable<Cell['request_metrics']>): string | null =>
  price !== null ? money(price) : request_count > 0 ? 'no price' : null
