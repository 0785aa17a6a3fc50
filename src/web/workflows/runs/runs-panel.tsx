import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, HeadedPanel, QueryState, Time } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import { runsQuery } from '../queries.ts'
import { RunBadge } from './run-badge.tsx'

interface Props {
  readonly id: number
  readonly onClose: () => void
}

const [firstLimit, maxLimit] = [30, 100]

export function RunsPanel({ id, onClose }: Props) {
  const [limit, setLimit] = useState(firstLimit)
  const { data, error, refetch } = useQuery(runsQuery(id, limit))
  return (
    <HeadedPanel label="Runs" title="Runs" onClose={onClose}>
      <QueryState query={{ data, error, refetch }} rows={4} />
      {data?.runs.length === 0 && (
        <p className="p-4 text-ink-soft">
          This workflow has no runs yet. Run it here, or call it by name from an application.
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-auto">
        {data?.runs.map((run) => (
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
        {data && data.runs.length === firstLimit && limit === firstLimit && (
          <li className="p-3 text-center">
            <Button onClick={() => setLimit(maxLimit)}>Show more</Button>
          </li>
        )}
      </ul>
    </HeadedPanel>
  )
}
