import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { Card } from '../design/index.ts'
import { isUnderWay } from '../sheets/queries.ts'
import { LastRun, Score } from '../tables/index.ts'

/** The tables that changed last; a run changes its table. */
const searchedTables = 50
const pollMilliseconds = 3_000
const shown = 6

/** Runs under way first, then the latest results; absent if no table ran yet. */
export function Evaluations() {
  const tables = useQuery({
    queryKey: ['tables', 'home'],
    queryFn: ({ signal }) => call('listTables', { query: { limit: searchedTables }, signal }),
  })
  const ids = tables.data?.data.map(({ id }) => id) ?? []
  const overviews = useQuery({
    queryKey: ['tables', 'overviews', ids],
    queryFn: ({ signal }) => call('listTableOverviews', { query: { table_id: ids }, signal }),
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.overviews.some(({ run }) => isUnderWay(run?.status)) ? pollMilliseconds : false,
  })
  if (!tables.data || (ids.length > 0 && !overviews.data)) return null
  const titles = new Map(tables.data.data.map(({ id, title }) => [id, title]))
  const ran = (overviews.data?.overviews ?? [])
    .filter(({ run, score }) => run !== null || score !== null)
    .toSorted((one, other) => Number(isUnderWay(other.run?.status)) - Number(isUnderWay(one.run?.status)))
    .slice(0, shown)
  if (ran.length === 0) return null
  const hasMore = tables.data.has_more
  return (
    <Card
      title="Evaluations"
      action={
        <Link to="/tables" className="text-small text-accent-ink hover:underline">
          Tables
        </Link>
      }
    >
      <ul className="flex flex-col">
        {ran.map(({ table_id, run, score }) => (
          <li key={table_id} className="border-t">
            <Link
              to="/tables/$tableId"
              params={{ tableId: table_id }}
              className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
            >
              <bdi className="min-w-0 flex-1 truncate font-medium">{titles.get(table_id)}</bdi>
              <span className="shrink-0 text-small text-ink-soft">
                <LastRun run={run} />
              </span>
              <span className="min-w-14 shrink-0 text-right tabular-nums">
                <Score score={score} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="border-t px-4 py-2 text-small text-ink-faint">
          Of the {searchedTables} tables that changed last.
        </p>
      )}
    </Card>
  )
}
