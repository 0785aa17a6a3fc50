import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, HeadedPanel, QueryState, Time } from '../../design/index.ts'
import { duration } from '../../requests/index.ts'
import { runsQuery } from '../queries.ts'
import { RunBadge } from './run-badge.tsx'

interface Props {
  readonly id: number
  readonly current?: number
  readonly onClose: () => void
}

const [few, most] = [30, 100]

export function RunsPanel({ id, current, onClose }: Props) {
  const [limit, setLimit] = useState(few)
  const { data, error, refetch } = useQuery(runsQuery(id, limit))
  return (
    <HeadedPanel label="Runs" title="Runs" onClose={onClose}>
      <QueryState of={{ data, error, refetch }} rows={4} />
      {data?.runs.length === 0 && (
        <p className="p-4 text-ink-soft">
          It has never been run. Run it here, or from an application by its name.
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-auto">
        {data?.runs.map((run) => (
          <li key={run.id} className="border-b">
            <Link
              to="/workflows/$workflowId"
              params={{ workflowId: String(id) }}
              search={{ run: run.id }}
              aria-current={run.id === current ? 'true' : undefined}
              className="flex items-center gap-2 px-4 py-2 hover:bg-sunken"
            >
              <span className="font-medium tabular-nums">{run.id}</span>
              <RunBadge run={run} />
              {run.finished_at && (
                <span className="text-small text-ink-soft tabular-nums">
                  {duration(Date.parse(run.finished_at) - Date.parse(run.created_at))}
                </span>
              )}
              <span className="ml-auto text-small text-ink-faint">
                <Time at={run.created_at} />
              </span>
            </Link>
          </li>
        ))}
        {data && data.runs.length === few && limit === few && (
          <li className="p-3 text-center">
            <Button onClick={() => setLimit(most)}>Show more</Button>
          </li>
        )}
      </ul>
    </HeadedPanel>
  )
}
