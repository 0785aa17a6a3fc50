import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Answer, call, invalidate, queryOf, useMay } from '../api/index.ts'
import {
  Avatar,
  Button,
  Empty,
  KeyMark,
  ListTable,
  ListTotal,
  loadPart,
  MenuItem,
  MenuSeparator,
  MoreMenu,
  Pager,
  PageSearch,
  QueryState,
  Time,
  toast,
  toastProblem,
} from '../design/index.ts'
import { useChange } from '../dialogs/values.ts'
import { Plus } from '../icons/index.ts'
import { Page } from '../shell/index.ts'
import { listKey } from './use-dashboards.ts'

const NewDashboard = lazy(async () => ({
  default: (await loadPart(() => import('./new-dashboard.tsx'))).NewDashboard,
}))

type DashboardSummary = Answer<'listDashboards'>['dashboards'][number]

const perPage = 50

const Author = ({ name }: { name: string | null }) => (
  <span className="flex min-w-0 items-center gap-1.5">
    {name === null ? <KeyMark className="size-5" /> : <Avatar name={name} className="size-5" />}
    <bdi className="truncate">{name ?? 'API key'}</bdi>
  </span>
)

/** The dashboards of the workspace, found by name on the server. */
export function DashboardList() {
  const { name = '', page = 1 } = useSearch({ from: '/dashboards' })
  const navigate = useNavigate({ from: '/dashboards' })
  const mayChange = useMay('contributor')
  const [isNew, setNew] = useState(false)
  const { data, error, refetch } = useQuery(
    queryOf([...listKey, 'list', name, page], 'listDashboards', {
      query: { ...(name && { name }), page, per_page: perPage },
    }),
  )
  const refetchLists = () => void invalidate(listKey)
  const remove = useChange(
    async ({ id }: DashboardSummary) => {
      const { dashboard } = await call('readDashboard', { params: { dashboard_id: id } })
      await call('deleteDashboard', { params: { dashboard_id: id } })
      return dashboard
    },
    {
      onSuccess: ({ name: deletedName, query, since_hours, tiles }) => {
        refetchLists()
        const restore = () =>
          call('createDashboard', { body: { name: deletedName, query, since_hours, tiles } })
        toast(`${deletedName} deleted`, { undo: () => void restore().then(refetchLists, toastProblem) })
      },
    },
  )
  const duplicate = useChange(
    async ({ id }: DashboardSummary) => {
      const { dashboard } = await call('readDashboard', { params: { dashboard_id: id } })
      const { name: copied, query, since_hours, tiles } = dashboard
      const copy = `${copied.slice(0, 113)} (copy)`
      return call('createDashboard', { body: { name: copy, query, since_hours, tiles } })
    },
    { done: ({ dashboard }) => `${dashboard.name} created`, onSuccess: refetchLists },
  )
  const pages = data ? Math.max(1, Math.ceil(data.total / perPage)) : 1
  const newButton = mayChange && (
    <Button kind="primary" onClick={() => setNew(true)}>
      <Plus />
      New dashboard
    </Button>
  )
  return (
    <Page
      title="Dashboards"
      badges={<ListTotal total={data?.total} />}
      actions={
        <>
          <PageSearch
            label="Find dashboards"
            value={name}
            onChange={(name) => void navigate({ search: { name }, replace: true })}
          />
          {newButton}
        </>
      }
    >
      <QueryState query={{ data, error, refetch }} />
      {data && data.dashboards.length === 0 && (
        <Empty
          title={name ? 'No dashboards match' : 'No dashboards yet'}
          action={name ? undefined : newButton || undefined}
        >
          {!name &&
            'A dashboard shows requests, costs, latency, errors and scores in tiles, for the whole workspace.'}
        </Empty>
      )}
      {data && data.dashboards.length > 0 && (
        <ListTable
          rows={data.dashboards}
          keyOf={({ id }) => id}
          columns={[
            {
              head: 'Name',
              cell: (row) => (
                <Link
                  to="/dashboards/$dashboardId"
                  params={{ dashboardId: String(row.id) }}
                  className="font-medium hover:underline"
                >
                  <bdi>{row.name}</bdi>
                </Link>
              ),
            },
            { head: 'Tiles', width: 'w-24', isNumber: true, cell: ({ tile_count }) => tile_count },
            { head: 'Author', width: 'w-48', cell: ({ author }) => <Author name={author} /> },
            { head: 'Changed', width: 'w-40', cell: ({ updated_at }) => <Time at={updated_at} /> },
          ]}
          menu={(row) =>
            mayChange && (
              <MoreMenu label={`More for ${row.name}`}>
                <MenuItem
                  onSelect={() =>
                    void navigate({
                      to: '/dashboards/$dashboardId',
                      params: { dashboardId: String(row.id) },
                      search: { edit: true },
                    })
                  }
                >
                  Edit
                </MenuItem>
                <MenuItem onSelect={() => duplicate.mutate(row)}>Duplicate</MenuItem>
                <MenuSeparator />
                <MenuItem danger onSelect={() => remove.mutate(row)}>
                  Delete
                </MenuItem>
              </MoreMenu>
            )
          }
        />
      )}
      <Pager
        page={page}
        pages={pages}
        onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
      />
      <Suspense>{isNew && <NewDashboard onClose={() => setNew(false)} />}</Suspense>
    </Page>
  )
}
