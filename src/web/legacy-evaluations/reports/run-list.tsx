import { Link } from '@tanstack/react-router'
import { classNames, Empty, Time } from '../../design/index.ts'
import type { EvaluationRun } from '../queries.ts'
import { changeOf, scoreText } from '../score-text.ts'
import { StatusBadge } from './status-badge.tsx'

export function RunList({ runs }: { runs: readonly EvaluationRun[] }) {
  if (runs.length === 0)
    return (
      <Empty title="No runs yet">
        A run computes the columns for every row of the dataset, and scores them.
      </Empty>
    )
  return (
    <table className="w-full text-left">
      <thead className="text-small text-ink-faint">
        <tr className="h-8 border-b">
          <th scope="col" className="min-w-40 px-4 font-medium">
            Run
          </th>
          <th scope="col" className="w-40 px-4 font-medium">
            Status
          </th>
          <th scope="col" className="w-28 px-4 text-right font-medium">
            Cells
          </th>
          <th scope="col" className="w-28 px-4 text-right font-medium">
            Failed
          </th>
          <th scope="col" className="w-28 px-4 text-right font-medium">
            Score
          </th>
          <th scope="col" className="w-32 px-4 font-medium">
            Since last run
          </th>
          <th scope="col" className="w-44 px-4 font-medium">
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {runs
          .toSorted((a, b) => b.id - a.id)
          .map((run, index, newestFirst) => ({
            ...run,
            change: changeOf(run.score, newestFirst[index + 1]?.score ?? null),
          }))
          .map(({ id, name, status, score, change, created_at, stats: { status_counts: counts } }) => (
            <tr key={id} className="h-10 border-b hover:bg-sunken">
              <td className="max-w-0 truncate px-4">
                <Link
                  to="/evaluations/reports/$reportId"
                  params={{ reportId: String(id) }}
                  className="font-medium hover:underline"
                >
                  <bdi>{name}</bdi>
                </Link>
              </td>
              <td className="px-4">
                <StatusBadge status={status} />
              </td>
              <td className="px-4 text-right tabular-nums">
                {(counts.COMPLETED + counts.FAILED).toLocaleString('en')}
              </td>
              <td className={classNames('px-4 text-right tabular-nums', counts.FAILED > 0 && 'text-bad')}>
                {counts.FAILED.toLocaleString('en')}
              </td>
              <td className="px-4 text-right font-medium tabular-nums">{scoreText(score)}</td>
              <td className={classNames('px-4 tabular-nums', change?.isBetter ? 'text-good' : 'text-bad')}>
                {change?.text}
              </td>
              <td className="px-4 text-ink-soft">
                <Time at={created_at} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
