import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Empty, ListTable, Problem, SkeletonRows, Sparkline, Time } from '../../design/index.ts'
import { type Evaluation, evaluationsQuery, perPage } from '../queries.ts'
import { Pager } from '../rows-table.tsx'
import { scoreOf, scoreText } from '../score-text.ts'
import { ReportMenu } from './report-menu.tsx'
import { StatusBadge } from './status-badge.tsx'

export function ReportList({ find }: { find: string | undefined }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(evaluationsQuery(find, page))
  if (error) return <Problem error={error} onRetry={refetch} />
  if (!data) return <SkeletonRows />
  if (data.total === 0)
    return find === undefined ? (
      <Empty title="No reports yet">
        A report runs columns over a dataset. Reports are kept for applications that use them. For new
        evaluations, make{' '}
        <Link to="/tables" className="text-accent-ink underline">
          tables
        </Link>
        ; a report can be moved to one.
      </Empty>
    ) : (
      <Empty title="No reports match" />
    )
  return (
    <>
      <Reports evaluations={data.evaluations} />
      {data.pages > 1 && (
        <Pager page={page} pages={data.pages} total={data.total} noun="report" onPage={setPage} />
      )}
    </>
  )
}

/** The number of runs in the sparkline. */
const trailLength = 20

const newest = ({ runs = [] }: Evaluation) =>
  runs.reduce<(typeof runs)[number] | undefined>(
    (last, run) => (last && last.id > run.id ? last : run),
    undefined,
  )

/** The scores of the last runs as a sparkline, oldest first; hidden for a single score. */
function Trail({ runs = [] }: Pick<Evaluation, 'runs'>) {
  const scores = runs.toSorted((a, b) => a.id - b.id).map(({ score }) => scoreOf(score))
  if (scores.filter((score) => score !== null).length < 2) return null
  return <Sparkline values={scores.slice(-trailLength)} />
}

function Reports({ evaluations }: { evaluations: readonly Evaluation[] }) {
  const mayChange = useMay('contributor')
  return (
    <ListTable
      rows={evaluations.map((evaluation) => ({ evaluation, last: newest(evaluation) }))}
      keyOf={({ evaluation }) => evaluation.id}
      columns={[
        {
          head: 'Name',
          cell: ({ evaluation: { id, name } }) => (
            <Link
              to="/evaluations/reports/$reportId"
              params={{ reportId: String(id) }}
              className="font-medium hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          ),
        },
        {
          head: 'Runs',
          width: 'w-24',
          isNumber: true,
          isMinor: true,
          cell: ({ evaluation: { runs = [] } }) => `${runs.length}${runs.length >= perPage ? '+' : ''}`,
        },
        {
          head: 'Last run',
          width: 'w-60',
          isMinor: true,
          cell: ({ last }) =>
            last && (
              <span className="flex items-center gap-2">
                <StatusBadge status={last.status} />
                <Link
                  to="/evaluations/reports/$reportId"
                  params={{ reportId: String(last.id) }}
                  className="min-w-0 truncate hover:underline"
                >
                  <bdi>{last.name}</bdi>
                </Link>
              </span>
            ),
        },
        { head: 'Score', width: 'w-24', isNumber: true, cell: ({ last }) => last && scoreText(last.score) },
        {
          head: 'Scores of runs',
          width: 'w-36',
          isMinor: true,
          cell: ({ evaluation }) => <Trail runs={evaluation.runs} />,
        },
        {
          head: 'Updated',
          width: 'w-44',
          isMinor: true,
          cell: ({ evaluation }) => <Time at={evaluation.updated_at} />,
        },
      ]}
      menu={({ evaluation }) => mayChange && <ReportMenu report={evaluation} />}
    />
  )
}
