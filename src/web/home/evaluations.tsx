import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '../api/index.ts'
import { Card } from '../design/index.ts'
import { isUnderWay } from '../sheets/queries.ts'
import { TableResults } from '../tables/index.ts'

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
      <TableResults overviews={data.overviews} />
    </Card>
  )
}
