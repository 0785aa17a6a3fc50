import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/index.ts'
import { Card, ProgressBar } from '../design/index.ts'
import { isUnderWay } from '../sheets/queries.ts'

/** The tables that changed last; a run changes its table. */
const searchedTables = 50
const pollMilliseconds = 3_000

/** Runs of tables under way. */
export function UnderWay() {
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
  const runs = (overviews.data?.overviews ?? []).flatMap(({ table_id, run }) =>
    run && isUnderWay(run.status) ? [{ id: table_id, run }] : [],
  )
  return (
    <Card
      title="Runs under way"
      action={
        <Link to="/tables" className="text-small text-accent-ink hover:underline">
          Tables
        </Link>
      }
    >
      {runs.length === 0 && <p className="px-4 pb-4 text-ink-soft">No evaluation is running.</p>}
      <ul className="flex flex-col">
        {runs.map(({ id, run }) => (
          <li key={id} className="border-t">
            <Link
              to="/tables/$tableId"
              params={{ tableId: id }}
              className="flex flex-col gap-1.5 px-4 py-2 hover:bg-sunken"
            >
              <span className="flex gap-3">
                <bdi className="min-w-0 flex-1 truncate font-medium">{titles.get(id)}</bdi>
                <span className="text-ink-soft tabular-nums">
                  {(run.cell_count - run.pending_count).toLocaleString('en')} of{' '}
                  {run.cell_count.toLocaleString('en')}
                </span>
              </span>
              <ProgressBar
                label={`Run of ${titles.get(id) ?? 'the table'}`}
                value={run.cell_count - run.pending_count}
                max={Math.max(run.cell_count, 1)}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
