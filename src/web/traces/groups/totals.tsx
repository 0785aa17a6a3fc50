import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  ClockTime,
  costText,
  duration,
  Fact,
  FactList,
  type Filters,
  tokensText,
} from '../../requests/index.ts'

interface Totals {
  readonly first_trace_at: string
  readonly last_trace_at: string
  readonly error_count: number
  readonly duration_ms: number
  readonly request_count: number
  readonly cost: number | null
  readonly unpriced_requests: number
  readonly input_tokens: number
  readonly output_tokens: number
}

interface TotalFactsProps {
  readonly totals: Totals
  readonly sessionId: string
  /** Facts that come first. */
  readonly children: ReactNode
}

/** The totals of a session in one row. */
export const TotalFacts = ({ totals, sessionId, children }: TotalFactsProps) => (
  <FactList>
    {children}
    <FailedTraces count={totals.error_count} field="trace_session_id" value={sessionId} />
    <Fact isNumber name="Requests">
      <LogLink
        search={{
          everySource: true,
          filters: [
            { field: 'metadata', operator: 'key_equals', nested_key: 'conversation_id', value: sessionId },
          ],
        }}
        count={totals.request_count}
      />
    </Fact>
    <Fact isNumber name="Tokens in / out">
      {tokensText(totals.input_tokens, totals.output_tokens)}
    </Fact>
    <Fact isNumber name="Cost">
      {totals.request_count > 0 ? costText(totals.cost ?? 0, totals.unpriced_requests) : '–'}
    </Fact>
    <Fact isNumber name="Time in traces">
      {duration(totals.duration_ms)}
    </Fact>
    <Fact name="First">
      <ClockTime at={totals.first_trace_at} />
    </Fact>
    <Fact name="Last">
      <ClockTime at={totals.last_trace_at} />
    </Fact>
  </FactList>
)

interface FailedTracesProps {
  readonly count: number
  readonly field: 'trace_user_id' | 'trace_session_id'
  readonly value: string
}

/** The number of failed traces, which leads to them. */
export const FailedTraces = ({ count, field, value }: FailedTracesProps) => (
  <Fact isNumber name="Failed traces">
    {count > 0 ? (
      <Link
        to="/traces"
        search={{
          filters: [
            { field, operator: 'is', value },
            { field: 'trace_status', operator: 'is', value: 'ERROR' },
          ],
        }}
        className="text-bad hover:underline"
      >
        {count.toLocaleString('en')}
      </Link>
    ) : (
      '0'
    )}
  </Fact>
)

interface LogLinkProps {
  readonly search: Filters
  readonly count: number
  readonly isBad?: boolean
}

/** A number of requests, which leads to them. */
export const LogLink = ({ search, count, isBad = false }: LogLinkProps) => (
  <Link
    to="/requests"
    search={search}
    className={isBad ? 'text-bad hover:underline' : 'text-accent-ink hover:underline'}
  >
    {count.toLocaleString('en')}
  </Link>
)
