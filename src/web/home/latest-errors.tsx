import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { Card } from '../design/index.ts'
import { ClockTime, RowError } from '../requests/index.ts'
import { type Filters, searchOf } from '../requests/values.ts'

const maxErrors = 5
const minuteMilliseconds = 60_000
const filters: Filters = { filters: [{ field: 'status', operator: 'is', value: 'ERROR' }], range: '24h' }

/** The newest failed requests of production in the last day; hidden if there are none. */
export function LatestErrors() {
  const { data } = useQuery({
    queryKey: ['requests', 'latest errors'],
    queryFn: ({ signal }) =>
      call('searchRequests', {
        body: { ...searchOf(filters, Date.now()), per_page: maxErrors, include_prompt_name: true },
        signal,
      }),
    refetchInterval: minuteMilliseconds,
  })
  if (!data || data.items.length === 0) return null
  return (
    <Card title="Latest errors">
      <ul className="flex flex-col">
        {data.items.map(({ id, request_start_time, prompt_name, engine, error_message, error_type }) => (
          <li key={id} className="border-t">
            <Link
              to="/requests"
              search={{ ...filters, request: id }}
              className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
            >
              <span className="shrink-0 text-small text-ink-soft">
                <ClockTime at={request_start_time} />
              </span>
              <bdi className="max-w-[40%] shrink-0 truncate font-medium">{prompt_name ?? engine}</bdi>
              <span className="min-w-0 flex-1">
                <RowError text={error_message || error_type} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
