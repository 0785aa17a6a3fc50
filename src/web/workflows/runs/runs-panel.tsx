import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HeadedPanel, QueryState, ShowMore, Time } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import { runsQuery } from '../queries.ts'
import { RunBadge } from './run-badge.tsx'

interface Props {
  readonly id: number
  readonly onClose: () => void
}

export function RunsPanel({ id, onClose }: Props) {
  const list = useInfiniteQuery(runsQuery(id))
  const runs = list.data?.pages.flatMap((page) => page.runs)
  return (
    <HeadedPanel label="Runs" title="Runs" onClose={onClose}>
      <QueryState query={list} rows={4} />
      {runs?.length === 0 && (
        <p className="p-4 text-ink-soft">
          This workflow has no runs yet. Run it here, or call it by name from an application.
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-auto">
        {runs?.map((run) => (
          <li key={run.id} className="border-b">
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: String(id) }}
              search={{ run: run.id }}
              className="flex flex-col gap-0.5 px-4 py-2 hover:bg-sunken"
            >
              <span className="flex items-center gap-2">
                <span className="font-medium tabular-nums">{run.id}</span>
                <RunBadge run={run} />
                <span className="text-small text-ink-soft tabular-nums">
                  v{run.workflow_version_number}
                  {run.finished_at &&
                    ` · ${duration(Date.parse(run.finished_at) - Date.parse(run.created_at))}`}
                </span>
                <span className="ml-auto text-small text-ink-faint">
                  <Time at={run.created_at} />
                </span>
              </span>
              <bdi className="truncate text-small text-ink-soft" title={run.input_preview}>
                {run.input_preview}
              </bdi>
            </Link>
          </li>
        ))}
        <li className="flex flex-col p-3 empty:hidden">
          <ShowMore list={list} />
        </li>
      </ul>
    </HeadedPanel>
  )
}
