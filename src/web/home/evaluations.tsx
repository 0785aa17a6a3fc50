import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/index.ts'
import { Card } from '../design/index.ts'
import { isUnderWay } from '../sheets/queries.ts'
import { LastRun, Score } from '../tables/index.ts'

const pollMilliseconds = 3_000
const maxEvaluations = 6

/**
 * The tables with the latest results; tables with a run under way come first. Hidden if no table has run yet.
 */
export function Evaluations() {
  const { data } = useQuery({
    ...queryOf(['tables', 'overviews', 'latest'], 'listLatestTableOverviews', {
      query: { limit: maxEvaluations },
    }),
    refetchInterval: ({ state }) =>
      state.data?.overviews.some(({ run }) => isUnderWay(run?.status)) ? pollMilliseconds : false,
  })
  if (!data || data.overviews.length === 0) return null
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
        {data.overviews.map(({ table_id, title, run, score }) => (
          <li key={table_id} className="border-t">
            <Link
              to="/tables/$tableId"
              params={{ tableId: table_id }}
              className="flex h-10 items-center gap-3 px-4 hover:bg-sunken"
            >
              <bdi className="min-w-0 flex-1 truncate font-medium">{title}</bdi>
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
    </Card>
  )
}
