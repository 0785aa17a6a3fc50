import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { queryOf, useMay } from '../../api/index.ts'
import { Badge, buttonStyle, Empty, ListTable, Pager, Time } from '../../design/index.ts'
import { FolderedList } from '../../folders/index.ts'
import { Plus } from '../../icons/index.ts'
import { lastRunQuery } from '../queries.ts'
import { RunBadge } from '../runs/run-badge.tsx'
import { type ListedWorkflow, WorkflowMenu } from './workflow-menu.tsx'

const perPage = 30

export function WorkflowList() {
  const { find, folder } = useSearch({ from: '/workflows' })
  const [page, setPage] = useState(1)
  const search = `${folder} ${find}`
  const [pagedSearch, setPagedSearch] = useState(search)
  if (search !== pagedSearch) {
    setPagedSearch(search)
    setPage(1)
  }
  const mayChange = useMay('contributor')
  const { data, error, refetch } = useQuery(
    queryOf(['workflows', 'list', find, folder, page], 'listWorkflows', {
      query: {
        ...(find !== undefined && { name: find }),
        ...(folder !== undefined && { folder_id: folder }),
        page,
        per_page: perPage,
        sort_by: 'updated_at',
        sort_order: 'desc',
      },
    }),
  )
  const create = mayChange && (
    <Link
      to="/workflows/$workflowId"
      params={{ workflowId: 'new' }}
      className={buttonStyle({ kind: 'primary' })}
    >
      <Plus />
      New workflow
    </Link>
  )
  return (
    <FolderedList
      title="Workflows"
      search={{ find, folder }}
      list={{ data, error, refetch }}
      total={data?.total ?? undefined}
      actions={data?.total !== 0 && create}
      empty={
        <Empty title="No workflows yet" action={create}>
          A workflow is a graph of steps: prompts, code, checks and conditions. Each step can use the results
          of earlier steps. Draw a workflow here, run it, and call it by name from your application.
        </Empty>
      }
    >
      {data && <Workflows workflows={data.items} mayChange={mayChange} />}
      {data && <Pager page={page} pages={data.pages} onPage={setPage} />}
    </FolderedList>
  )
}

const Workflows = ({
  workflows,
  mayChange,
}: {
  workflows: readonly ListedWorkflow[]
  mayChange: boolean
}) => (
  <ListTable
    rows={workflows}
    keyOf={({ id }) => id}
    columns={[
      {
        head: 'Name',
        cell: ({ id, name }) => (
          <Link
            to="/workflows/$workflowId"
            params={{ workflowId: String(id) }}
            className="font-medium hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        ),
      },
      {
        head: 'Versions',
        width: 'w-28',
        isNumber: true,
        cell: ({ latest_version_number }) => latest_version_number ?? 0,
      },
      {
        head: 'Labels',
        width: 'w-64',
        cell: ({ release_labels }) => (
          <span className="flex flex-wrap gap-1">
            {release_labels.map((label) => (
              <Badge key={label} tone="accent">
                <bdi>{label}</bdi>
              </Badge>
            ))}
          </span>
        ),
      },
      { head: 'Changed', width: 'w-36', cell: ({ updated_at }) => <Time at={updated_at} /> },
      { head: 'Last run', width: 'w-60', cell: ({ id }) => <LastRun id={id} /> },
    ]}
    menu={(workflow) => mayChange && <WorkflowMenu workflow={workflow} />}
  />
)

/** The last run of a workflow. Each row fetches it, because the list of the API has no runs. */
function LastRun({ id }: { id: number }) {
  const { data } = useQuery(lastRunQuery(id))
  const run = data?.runs[0]
  if (!data) return null
  if (!run) return <span className="text-ink-faint">Never</span>
  return (
    <span className="flex items-center gap-2">
      <RunBadge run={run} />
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
