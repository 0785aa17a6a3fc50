import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Answer, call } from '../../api/index.ts'
import { Button, CodeBlock, Empty, Menu, MenuItem, Segmented } from '../../design/index.ts'
import { ChartColumn } from '../../icons/index.ts'
import { userViews } from '../list/trace-views.ts'
import { GroupList, type GroupSearch, groupColumn, lastActive, totalColumns } from './group-list.tsx'
import { useMetadataKeys } from './metadata-keys.ts'
import { UsersOfRequests } from './users-of-requests.tsx'

type User = Answer<'searchTraceUsers'>['items'][number]

const columns = [
  lastActive<User>(),
  groupColumn<User>({
    id: 'user',
    name: 'User',
    width: 'minmax(9rem, 3fr)',
    show: ({ user_id }) => <bdi className="truncate font-medium">{user_id}</bdi>,
  }),
  groupColumn<User>({
    id: 'sessions',
    name: 'Sessions',
    width: '4.5rem',
    isNumber: true,
    show: ({ session_count }) => session_count.toLocaleString('en'),
  }),
  ...totalColumns<User>('Traces'),
]

export function Users() {
  const { of } = useSearch({ from: '/users' })
  const actions = (
    <>
      <TracesOrRequests />
      <ByAnotherKey />
    </>
  )
  return of === 'requests' ? <UsersOfRequests actions={actions} /> : <UsersOfTraces actions={actions} />
}

/** Users that traces name, or users that requests name in their metadata. */
function TracesOrRequests() {
  const { of = 'traces' } = useSearch({ from: '/users' })
  const navigate = useNavigate({ from: '/users' })
  return (
    <Segmented
      label="Users of"
      value={of}
      onChange={(next) =>
        void navigate({
          search: ({ range, from, to }) => ({ range, from, to, ...(next === 'requests' && { of: next }) }),
        })
      }
      choices={[
        { value: 'traces', label: 'Traces' },
        { value: 'requests', label: 'All requests' },
      ]}
    />
  )
}

function UsersOfTraces({ actions }: { readonly actions: ReactNode }) {
  const search = useSearch({ from: '/users' })
  const navigate = useNavigate({ from: '/users' })
  const open = useNavigate()
  return (
    <GroupList
      title="Users"
      views={userViews}
      search={search}
      onChange={(next: GroupSearch) =>
        void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
      }
      onZoom={(from, to) => void navigate({ search: (before) => ({ ...before, from, to }) })}
      counted="Traces"
      read={(body, signal) => call('searchTraceUsers', { body, signal })}
      condition={{ field: 'trace_user_id', operator: 'is_not_null' }}
      columnsOf={() => columns}
      keyOf={({ user_id }) => user_id}
      onOpen={(userId) => void open({ to: '/users/$userId', params: { userId } })}
      actions={actions}
      empty={<NoUsers />}
    />
  )
}

/** Leads to cost, requests and errors by another metadata key than the user's. */
function ByAnotherKey() {
  const navigate = useNavigate()
  const keys = useMetadataKeys()
  if (keys.length === 0) return null
  return (
    <Menu
      trigger={
        <Button>
          <ChartColumn />
          By another key
        </Button>
      }
    >
      {keys.map((key) => (
        <MenuItem
          key={key}
          onSelect={() => void navigate({ to: '/analytics', search: { by: 'metadata', key } })}
        >
          <bdi>{key}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

function NoUsers() {
  const hasKeys = useMetadataKeys().length > 0
  return (
    <Empty title="No users yet">
      <p className="mb-3">
        Users are the people that an application serves. Spans name them in an attribute. The attributes of
        OpenInference, Langfuse, LangSmith, the Vercel AI SDK and others are read too.
      </p>
      <CodeBlock name="attribute" text={`span.setAttribute('user.id', customerId)`} />
      {hasKeys && (
        <p className="mt-3">
          Requests logged without spans name users in their metadata:{' '}
          <Link to="/users" search={{ of: 'requests' }} className="text-accent-ink underline">
            show the users of all requests
          </Link>
          .
        </p>
      )}
    </Empty>
  )
}
