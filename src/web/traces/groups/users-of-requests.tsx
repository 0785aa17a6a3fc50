import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { defaultUserKey, userKeyOf } from '../../../engine/search/person-keys.ts'
import { type Answer, call } from '../../api/index.ts'
import { counted, Empty, ListTotal, NativeSelect, QueryState } from '../../design/index.ts'
import { costText, type RowColumn, RowList, searchOf, TimeSelect, tokenText } from '../../requests/index.ts'
import { Page } from '../../shell/index.ts'
import { useMetadataKeys } from './metadata-keys.ts'
import type { UserOrder } from './user-orders.ts'

type Sums = Answer<'readMetadataSums'>['values'][number]

/** Users in one answer of the server. */
const maxUsers = 100

const columns: readonly RowColumn<Sums, UserOrder>[] = [
  {
    id: 'user',
    name: 'User',
    width: 'minmax(9rem, 3fr)',
    show: ({ value }) => <bdi className="truncate font-medium">{value}</bdi>,
  },
  {
    id: 'requests',
    name: 'Requests',
    width: '6rem',
    sort: 'requests',
    isNumber: true,
    show: ({ requests }) => requests.toLocaleString('en'),
  },
  {
    id: 'errors',
    name: 'Failed',
    width: '6rem',
    sort: 'errors',
    isNumber: true,
    show: ({ errors }) => errors > 0 && <span className="text-bad">{errors.toLocaleString('en')}</span>,
  },
  {
    id: 'tokens',
    name: 'Tokens',
    width: '12rem',
    sort: 'tokens',
    isNumber: true,
    show: ({ input_tokens, output_tokens, uncounted_requests }) =>
      tokenText(input_tokens + output_tokens, uncounted_requests),
  },
  {
    id: 'cost',
    name: 'Cost',
    width: '12rem',
    sort: 'cost',
    isNumber: true,
    show: ({ cost, unpriced_requests }) => costText(cost ?? 0, unpriced_requests),
  },
]

/** Users by a metadata key of logged requests, also those without traces. */
export function UsersOfRequests({ actions }: { readonly actions: ReactNode }) {
  const { key: chosenKey, order = 'cost', range, from, to } = useSearch({ from: '/users' })
  const navigate = useNavigate({ from: '/users' })
  const open = useNavigate()
  const keys = useMetadataKeys()
  const key = chosenKey ?? userKeyOf(keys)
  const times = from ? { from, to } : { range }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['users-of-requests', key, order, times],
    queryFn: ({ signal }) => {
      const { filter_group } = searchOf({ ...times, everySource: true }, Date.now())
      return call('readMetadataSums', {
        body: {
          ...(filter_group && { filter_group }),
          metadata_key: key,
          sort_by: order,
          limit: maxUsers,
        },
        signal,
      })
    },
    placeholderData: (before) => before,
  })
  const users = data?.values ?? []
  return (
    <Page
      title="Users"
      actions={actions}
      badges={<ListTotal total={data && users.length + data.other.value_count} />}
    >
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-4 py-2">
        <span className="text-small text-ink-soft">Metadata key</span>
        <NativeSelect
          aria-label="Metadata key of users"
          className="w-48"
          value={key}
          onChange={({ target }) =>
            void navigate({ search: (before) => ({ ...before, key: target.value }), replace: true })
          }
        >
          {(keys.includes(key) ? keys : [key, ...keys]).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </NativeSelect>
        <TimeSelect
          times={times}
          onChange={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
        />
        {data && data.no_value.requests > 0 && (
          <span className="text-small text-ink-faint">
            {counted(data.no_value.requests, 'request')} without {key}
          </span>
        )}
        {data && !data.is_whole && (
          <span className="text-small text-warning">Sums of the newest 100,000 requests</span>
        )}
      </div>
      <QueryState query={{ data, error, refetch }} height="h-9" />
      {data && users.length === 0 && (
        <Empty title="No users">
          No request in this time range has the metadata key {key}. Send it with each request, or choose
          another key.
        </Empty>
      )}
      {users.length > 0 && (
        <RowList
          label="Users"
          rows={users}
          columns={columns}
          keyOf={({ value }) => value}
          attribute="data-group"
          edgeOf={({ errors }) => (errors > 0 ? 'before:bg-bad' : 'before:bg-good/60')}
          sorting={{
            by: order,
            isRising: false,
            defaultSort: 'cost',
            onSort: ({ sortBy }) =>
              void navigate({ search: (before) => ({ ...before, order: sortBy }), replace: true }),
          }}
          hasLetterKeys
          onOpen={(userId) =>
            void open({
              to: '/users/$userId',
              params: { userId },
              search: { part: 'requests', key: key === defaultUserKey ? undefined : key },
            })
          }
          onMore={noop}
          isStale={isPlaceholderData}
        />
      )}
      {data && data.other.value_count > 0 && (
        <p className="shrink-0 border-t px-4 py-2 text-small text-ink-soft">
          These are the first {maxUsers} users by {orderNames[order]}. The other{' '}
          {data.other.value_count.toLocaleString('en')} had {counted(data.other.requests, 'request')} for{' '}
          {costText(data.other.cost ?? 0, data.other.unpriced_requests)}.
        </p>
      )}
    </Page>
  )
}

const orderNames: Readonly<Record<UserOrder, string>> = {
  cost: 'cost',
  requests: 'requests',
  errors: 'failed requests',
  tokens: 'tokens',
}

const noop = () => {}
