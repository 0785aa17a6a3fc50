import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type Answer, call, queryOf } from '../../api/index.ts'
import { Button, CodeBlock, Empty, Menu, MenuItem } from '../../design/index.ts'
import { ChartColumn } from '../../icons/index.ts'
import { userViews } from '../list/trace-views.ts'
import { GroupList, type GroupSearch, groupColumn, lastActive, totalColumns } from './group-list.tsx'

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
      read={(body, signal) => call('searchTraceUsers', { body, signal })}
      condition={{ field: 'trace_user_id', operator: 'is_not_null' }}
      columns={columns}
      keyOf={({ user_id }) => user_id}
      onOpen={(userId) => void open({ to: '/users/$userId', params: { userId } })}
      actions={<ByAnotherKey />}
      empty={<NoUsers />}
    />
  )
}

/** The metadata keys of logged requests. */
function useMetadataKeys(): readonly string[] {
  const { data } = useQuery(
    queryOf(['request-values', 'metadata_keys', undefined, ''], 'suggestRequestValues', {
      query: { field: 'metadata_keys' },
    }),
  )
  return data?.values ?? []
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

/** Metadata keys that the empty list offers. */
const offeredKeys = 5

function NoUsers() {
  const keys = useMetadataKeys().slice(0, offeredKeys)
  return (
    <Empty title="No users yet">
      <p className="mb-3">
        Users are the people that an application serves. Spans name them in an attribute; those of
        OpenInference, Langfuse, LangSmith, the Vercel AI SDK and others are read too.
      </p>
      <CodeBlock what="attribute" text={`span.setAttribute('user.id', customerId)`} />
      {keys.length > 0 && (
        <p className="mt-3">
          Requests logged without spans have metadata. See their cost and errors by{' '}
          {keys.map((key, index) => (
            <Fragment key={key}>
              {index > 0 && ', '}
              <Link to="/analytics" search={{ by: 'metadata', key }} className="text-accent-ink underline">
                <bdi>{key}</bdi>
              </Link>
            </Fragment>
          ))}
          .
        </p>
      )}
    </Empty>
  )
}
