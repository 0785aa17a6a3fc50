import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ClockTime, costText, duration, Fact, FactList, tokensText } from '../../requests/index.ts'

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
  /** The metadata of the user's or session's requests. The number of requests links to the log with this filter. */
  readonly inLog: { readonly key: 'user_id' | 'conversation_id'; readonly value: string }
  /** Facts that come first. */
  readonly children: ReactNode
}

const traceFields = { user_id: 'trace_user_id', conversation_id: 'trace_session_id' } as const

/** The totals of a session or a user in one row. */
export const TotalFacts = ({ totals, inLog: { key, value }, children }: TotalFactsProps) => (
  <FactList>
    {children}
    <Fact isNumber name="Failed traces">
      {totals.error_count > 0 ? (
        <Link
          to="/traces"
          search={{
            filters: [
              { field: traceFields[key], operator: 'is', value },
              { field: 'trace_status', operator: 'is', value: 'ERROR' },
            ],
          }}
          className="text-bad hover:underline"
        >
          {totals.error_count.toLocaleString('en')}
        </Link>
      ) : (
        '0'
      )}
    </Fact>
    <Fact isNumber name="Requests">
      <Link
        to="/requests"
        search={{
          everySource: true,
          filters: [{ field: 'metadata', operator: 'key_equals', nested_key: key, value }],
        }}
        className="text-accent-ink hover:underline"
      >
        {totals.request_count.toLocaleString('en')}
      </Link>
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
