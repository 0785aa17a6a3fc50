import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/index.ts'
import { Empty, Problem, SkeletonRows, Time } from '../../design/index.ts'
import { type Evaluation, evaluationsQuery, perPage } from '../queries.ts'
import { Pager } from '../rows-table.tsx'
import { scoreText } from '../score-text.ts'
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
        A report runs columns over a dataset. They are kept for applications that use them: new evaluations
        are better made as{' '}
        <Link to="/tables" className="text-accent-ink underline">
          tables
        </Link>
        , and reports can be moved to one.
      </Empty>
    ) : (
      <Empty title="No reports match" />
    )
  return (
    <>
      <Reports evaluations={data.evaluations} />
      {data.pages > 1 && (
        <Pager page={page} pages={data.pages} total={data.total} what="reports" onPage={setPage} />
      )}
    </>
  )
}

const newest = ({ runs = [] }: Evaluation) =>
  runs.reduce<(typeof runs)[number] | undefined>(
    (last, run) => (last && last.id > run.id ? last : run),
    undefined,
  )

function Reports({ evaluations }: { evaluations: readonly Evaluation[] }) {
  const mayChange = useMay('contributor')
  return (
    <table className="w-full text-left">
      <thead className="sticky top-0 bg-canvas text-small text-ink-faint">
        <tr className="h-8 border-b">
          <th className="px-4 font-medium">Name</th>
          <th className="w-24 px-4 text-right font-medium">Runs</th>
          <th className="w-60 px-4 font-medium">Last run</th>
          <th className="w-24 px-4 text-right font-medium">Score</th>
          <th className="w-44 px-4 font-medium">Updated</th>
          <th className="w-12">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {evaluations.map((evaluation) => {
          const last = newest(evaluation)
          return (
            <tr key={evaluation.id} className="h-10 border-b hover:bg-sunken">
              <td className="max-w-0 truncate px-4">
                <Link
                  to="/evaluations/reports/$reportId"
                  params={{ reportId: String(evaluation.id) }}
                  className="font-medium hover:underline"
                >
                  <bdi>{evaluation.name}</bdi>
                </Link>
              </td>
              <td className="px-4 text-right text-ink-soft tabular-nums">
                {evaluation.runs && evaluation.runs.length >= perPage
                  ? `${evaluation.runs.length}+`
                  : (evaluation.runs?.length ?? 0)}
              </td>
              <td className="px-4">
                {last && (
                  <span className="flex items-center gap-2">
                    <StatusBadge status={last.status} />
                    <Link
                      to="/evaluations/reports/$reportId"
                      params={{ reportId: String(last.id) }}
                      className="min-w-0 truncate text-ink-soft hover:underline"
                    >
                      <bdi>{last.name}</bdi>
                    </Link>
                  </span>
                )}
              </td>
              <td className="px-4 text-right tabular-nums">{last && scoreText(last.score)}</td>
              <td className="px-4 text-ink-soft">
                <Time at={evaluation.updated_at} />
              </td>
              <td className="px-2">{mayChange && <ReportMenu report={evaluation} />}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
