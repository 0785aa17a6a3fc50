import { useQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/index.ts'
import {
  ClockTime,
  costText,
  duration,
  Fact,
  FactList,
  type Filters,
  searchOf,
  tokenText,
} from '../../requests/index.ts'
import { FailedTraces, LogLink } from './totals.tsx'

interface Props {
  readonly userId: string
  /** The filter of the user's requests. */
  readonly filters: Filters
  /** Null for a user without traces. */
  readonly user: Answer<'readTraceUser'>['user'] | null
  /** Null if no request names the user. */
  readonly sums: Answer<'readMetadataSums'>['values'][number] | null
}

const isError = { field: 'status', operator: 'is', value: 'ERROR' } as const

/** The totals of a user: of the traces, and of all requests in the log, inside and outside of traces. */
export function UserFacts({ userId, filters, user, sums }: Props) {
  const seen = useSeen(userId, filters)
  const firstSeen = earliest([user?.first_trace_at, seen?.first])
  const lastSeen = latest([user?.last_trace_at, seen?.last])
  return (
    <FactList>
      {user && (
        <>
          <Fact isNumber name="Sessions">
            {user.session_count.toLocaleString('en')}
          </Fact>
          <Fact isNumber name="Traces">
            {user.trace_count.toLocaleString('en')}
          </Fact>
          <FailedTraces count={user.error_count} field="trace_user_id" value={userId} />
        </>
      )}
      {sums && (
        <>
          <Fact isNumber name="Requests">
            <LogLink search={filters} count={sums.requests} />
          </Fact>
          <Fact isNumber name="Failed requests">
            {sums.errors === 0 ? (
              '0'
            ) : (
              <LogLink
                search={{ ...filters, filters: [...(filters.filters ?? []), isError] }}
                count={sums.errors}
                isBad
              />
            )}
          </Fact>
          <Fact isNumber name="Tokens in / out">
            {sums.input_tokens.toLocaleString('en')} /{' '}
            {tokenText(sums.output_tokens, sums.uncounted_requests)}
          </Fact>
          <Fact isNumber name="Cost">
            {costText(sums.cost ?? 0, sums.unpriced_requests)}
          </Fact>
        </>
      )}
      {user && (
        <Fact isNumber name="Time in traces">
          {duration(user.duration_ms)}
        </Fact>
      )}
      {firstSeen !== undefined && (
        <Fact name="First seen">
          <ClockTime at={firstSeen} />
        </Fact>
      )}
      {lastSeen !== undefined && (
        <Fact name="Last seen">
          <ClockTime at={lastSeen} />
        </Fact>
      )}
    </FactList>
  )
}

/** The times of the oldest and the newest request of a user. */
function useSeen(userId: string, filters: Filters) {
  const { data } = useQuery({
    queryKey: ['seen-requests-of-user', userId, filters],
    queryFn: async ({ signal }) => {
      const read = async (sort_order: 'asc' | 'desc') => {
        const body = { ...searchOf(filters, 0), sort_order, per_page: 1 }
        return (await call('searchRequests', { body, signal })).items[0]?.request_start_time
      }
      const [first, last] = await Promise.all([read('asc'), read('desc')])
      return { first, last }
    },
  })
  return data
}

type Time = string | undefined

const known = (times: readonly Time[]): string[] =>
  times.filter((time) => time !== undefined).toSorted((a, b) => Date.parse(a) - Date.parse(b))
const earliest = (times: readonly Time[]): Time => known(times)[0]
const latest = (times: readonly Time[]): Time => known(times).at(-1)
