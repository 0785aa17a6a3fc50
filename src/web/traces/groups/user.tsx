import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { defaultUserKey } from '../../../engine/search/person-keys.ts'
import { type Answer, ApiError, call, pagesOf, queryOf, useMay } from '../../api/index.ts'
import { buttonStyle, CopyButton, Empty, QueryState, SkeletonRows, Tabs } from '../../design/index.ts'
import { RowList } from '../../requests/index.ts'
import { usePages } from '../../requests/queries.ts'
import { Page, PageProblem } from '../../shell/index.ts'
import { storeListed } from '../list/listed.ts'
import { TraceList } from '../list/trace-list.tsx'
import { hasTexts, lastActive, previewColumns, sessionColumn, totalColumns } from './group-list.tsx'
import { RequestsOfUser, filtersOfUser as requestsOf, useRequestSums } from './requests-of-user.tsx'
import { ScoreSums } from './score-sums.tsx'
import { UserActivity } from './user-activity.tsx'
import { UserFacts } from './user-facts.tsx'

type Session = Answer<'searchTraceSessions'>['items'][number]

const perPage = 50
/** Width of the window, in pixels, below which texts leave no room for the duration and the tokens. */
const narrowWindowPixels = 1_200

export function UserPage() {
  const { userId } = useParams({ from: '/users/$userId' })
  const { part = 'sessions', key = defaultUserKey, ...times } = useSearch({ from: '/users/$userId' })
  const navigate = useNavigate({ from: '/users/$userId' })
  const isAdmin = useMay('admin')
  const { data, error, refetch } = useQuery(
    queryOf(['trace-user', userId], 'readTraceUser', { params: { user_id: userId } }),
  )
  const sums = useRequestSums({ userId, metadataKey: key })
  // A user without traces appears only in the metadata of requests.
  const hasNoTraces = error instanceof ApiError && error.status === 404
  const shownError = hasNoTraces ? (sums.error ?? (sums.data === null ? error : null)) : error
  const requests = {
    value: 'requests',
    label: sums.data ? `Requests ${sums.data.requests.toLocaleString('en')}` : 'Requests',
    panel: (
      <Rows>
        <RequestsOfUser userId={userId} metadataKey={key} />
      </Rows>
    ),
  } as const
  const filters = requestsOf({ userId, metadataKey: key })
  const about = (
    <>
      <UserFacts userId={userId} filters={filters} user={data?.user ?? null} sums={sums.data ?? null} />
      {sums.data && (
        <UserActivity
          filters={filters}
          times={times}
          onChange={(change) =>
            void navigate({
              search: (before) => ({ ...before, ...change }),
              replace: change.from === undefined,
            })
          }
        />
      )}
    </>
  )
  return (
    <Page
      above={
        <Link to="/users" className="hover:text-ink">
          Users /
        </Link>
      }
      title={<bdi>{userId}</bdi>}
      badges={<CopyButton name="user id" text={userId} />}
      actions={
        isAdmin && (
          <Link to="/settings/person-deletions" search={{ person: userId }} className={buttonStyle({})}>
            Delete this person…
          </Link>
        )
      }
    >
      {shownError && (
        <PageProblem error={shownError} onRetry={refetch} back={{ to: '/users', name: 'users' }} />
      )}
      {!data && !shownError && !(hasNoTraces && sums.data) && <SkeletonRows rows={6} height="h-9" />}
      {hasNoTraces && sums.data && (
        <>
          {about}
          <Tabs value="requests" onChange={() => {}} tabs={[requests]} />
        </>
      )}
      {data && (
        <>
          {about}
          <ScoreSums sums={data} />
          <Tabs
            value={part}
            onChange={(next) =>
              void navigate({
                search: (before) => ({ ...before, part: next === 'sessions' ? undefined : next }),
                replace: true,
              })
            }
            tabs={[
              {
                value: 'sessions',
                label: 'Sessions',
                panel: (
                  <Rows>
                    <SessionsOf userId={userId} />
                  </Rows>
                ),
              },
              {
                value: 'traces',
                label: 'Traces',
                panel: (
                  <Rows>
                    <TracesOf userId={userId} />
                  </Rows>
                ),
              },
              requests,
            ]}
          />
        </>
      )}
    </Page>
  )
}

/** The rest of the window, in which a list scrolls. A list as high as its rows would load all pages at once. */
const Rows = ({ children }: { children: ReactNode }) => (
  <div className="flex h-full min-h-96 flex-col">{children}</div>
)

const filtersOfUser = (userId: string) => ({
  filter_group: { filters: [{ field: 'trace_user_id', operator: 'is', value: userId }] },
  per_page: perPage,
})

const sessionColumns = (sessions: readonly Session[]) => {
  const withTexts = hasTexts(sessions)
  const hidden = innerWidth < narrowWindowPixels ? ['requests', 'duration', 'tokens'] : ['requests']
  return [
    lastActive<Session>(),
    sessionColumn<Session>(),
    ...(withTexts ? previewColumns<Session>() : []),
    // The texts take the width of the hidden columns.
    ...totalColumns<Session>('Turns').filter(({ id }) => !withTexts || !hidden.includes(id)),
  ].map(({ sort: _sort, ...column }) => column)
}

function SessionsOf({ userId }: { userId: string }) {
  const open = useNavigate()
  const list = usePages(
    pagesOf(['sessions-of-user', userId], (from, signal) =>
      call('searchTraceSessions', {
        body: { ...filtersOfUser(userId), include_previews: true, ...from },
        signal,
      }),
    ),
  )
  const { rows } = list
  if (list.error || !list.data) return <QueryState query={list} height="h-9" />
  if (rows.length === 0) return <Empty title="No sessions">The traces of this user have no session.</Empty>
  return (
    <RowList
      label="Sessions"
      rows={rows}
      columns={sessionColumns(rows)}
      keyOf={({ session_id }) => session_id}
      attribute="data-group"
      edgeOf={({ error_count }) => (error_count > 0 ? 'before:bg-bad' : 'before:bg-good/60')}
      onOpen={(sessionId) => void open({ to: '/sessions/$sessionId', params: { sessionId } })}
      onMore={list.more}
      isStale={false}
      hasLetterKeys
    />
  )
}

function TracesOf({ userId }: { userId: string }) {
  const open = useNavigate()
  const list = usePages(
    pagesOf(['traces-of-user', userId], (from, signal) =>
      call('searchTraces', { body: { ...filtersOfUser(userId), include_previews: true, ...from }, signal }),
    ),
  )
  const { rows: traces } = list
  if (list.error || !list.data) return <QueryState query={list} height="h-9" />
  return (
    <TraceList
      traces={traces}
      onOpen={(traceId) => {
        storeListed(traces.map(({ trace_id }) => trace_id))
        void open({ to: '/traces/$traceId', params: { traceId } })
      }}
      onMore={list.more}
      isStale={false}
    />
  )
}
