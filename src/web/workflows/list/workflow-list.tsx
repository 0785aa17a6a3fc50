import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call, useMay } from '../../api/index.ts'
import { Badge, Button, buttonLook, Empty, Problem, SkeletonRows, Time } from '../../design/index.ts'
import { DeleteMenu, Page } from '../../shell/index.ts'
import { runsQuery } from '../queries.ts'
import { RunBadge } from '../runs/run-badge.tsx'

type Workflow = Answer<'listWorkflows'>['items'][number]

const perPage = 30

export function WorkflowList() {
  const [page, setPage] = useState(1)
  const mayChange = useMay('contributor')
  const { data, error, refetch } = useQuery({
    queryKey: ['workflows', 'list', page],
    queryFn: ({ signal }) =>
      call('listWorkflows', {
        query: { page, per_page: perPage, sort_by: 'updated_at', sort_order: 'desc' },
        signal,
      }),
  })
  const create = mayChange && (
    <Link
      to="/workflows/$workflowId"
      params={{ workflowId: 'new' }}
      className={buttonLook({ kind: 'primary' })}
    >
      <Plus />
      New workflow
    </Link>
  )
  return (
    <Page title="Workflows" actions={data?.total !== 0 && create}>
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows />}
      {data?.total === 0 && (
        <Empty title="No workflows yet" action={create}>
          A workflow is a graph of steps: prompts, code, checks and conditions, each with what the ones before
          it gave. Draw one here, run it, and call it from your application by its name.
        </Empty>
      )}
      {data && data.items.length > 0 && <Workflows workflows={data.items} mayChange={mayChange} />}
      {data && data.pages > 1 && (
        <nav aria-label="Pages" className="flex items-center justify-center gap-2 p-3">
          <Button disabled={!data.has_prev} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="text-ink-soft tabular-nums">
            {page} of {data.pages}
          </span>
          <Button disabled={!data.has_next} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </Page>
  )
}

function Workflows({ workflows, mayChange }: { workflows: readonly Workflow[]; mayChange: boolean }) {
  return (
    <table className="w-full text-left">
      <thead className="sticky top-0 bg-canvas text-small text-ink-faint">
        <tr className="h-8 border-b">
          <th className="px-4 font-medium">Name</th>
          <th className="w-28 px-4 text-right font-medium">Versions</th>
          <th className="w-64 px-4 font-medium">Labels</th>
          <th className="w-60 px-4 font-medium">Last run</th>
          <th className="w-12">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {workflows.map((workflow) => (
          <tr key={workflow.id} className="h-10 border-b hover:bg-sunken">
            <td className="max-w-0 truncate px-4">
              <Link
                to="/workflows/$workflowId"
                params={{ workflowId: String(workflow.id) }}
                className="font-medium hover:underline"
              >
                <bdi>{workflow.name}</bdi>
              </Link>
            </td>
            <td className="px-4 text-right text-ink-soft tabular-nums">
              {workflow.latest_version_number ?? 0}
            </td>
            <td className="px-4">
              <span className="flex flex-wrap gap-1">
                {workflow.release_labels.map((label) => (
                  <Badge key={label} tone="accent">
                    <bdi>{label}</bdi>
                  </Badge>
                ))}
              </span>
            </td>
            <td className="px-4 text-ink-soft">
              <LastRun id={workflow.id} />
            </td>
            <td className="px-2">
              {mayChange && (
                <DeleteMenu
                  name={workflow.name}
                  list="workflows"
                  consequence="Applications that run it will be refused; runs under way go on."
                  onDelete={() =>
                    call('deleteFolderEntities', {
                      body: { entities: [{ id: workflow.id, type: 'WORKFLOW' }], cascade: false },
                    })
                  }
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Asked for each row by itself: the list of the API does not have it. */
function LastRun({ id }: { id: number }) {
  const { data } = useQuery(runsQuery(id, 1))
  const run = data?.runs[0]
  if (!data) return null
  if (!run) return <span className="text-ink-faint">Never</span>
  return (
    <span className="flex items-center gap-2">
      <RunBadge state={run.state} />
      <Link
        to="/workflows/$workflowId"
        params={{ workflowId: String(id) }}
        search={{ run: run.id }}
        className="hover:underline"
      >
        <Time at={run.created_at} />
      </Link>
    </span>
  )
}
