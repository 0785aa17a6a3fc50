import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Answer, call } from '../../api/index.ts'
import { CodeBlock, Empty } from '../../design/index.ts'
import { sessionViews } from '../list/trace-views.ts'
import { GroupList, type GroupSearch, groupColumn, lastActive, totalColumns } from './group-list.tsx'

type Session = Answer<'searchTraceSessions'>['items'][number]

const columns = [
  lastActive<Session>(),
  groupColumn<Session>({
    id: 'session',
    name: 'Session',
    width: 'minmax(7.5rem, 3fr)',
    show: ({ session_id }) => <bdi className="truncate font-medium">{session_id}</bdi>,
  }),
  groupColumn<Session>({
    id: 'user',
    name: 'User',
    width: 'minmax(5rem, 2fr)',
    show: ({ user_id }) => <bdi>{user_id}</bdi>,
  }),
  ...totalColumns<Session>('Turns'),
]

export function Sessions() {
  const search = useSearch({ from: '/sessions' })
  const navigate = useNavigate({ from: '/sessions' })
  const open = useNavigate()
  return (
    <GroupList
      title="Sessions"
      views={sessionViews}
      search={search}
      onChange={(next: GroupSearch) =>
        void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
      }
      read={(body, signal) => call('searchTraceSessions', { body, signal })}
      condition={{ field: 'trace_session_id', operator: 'is_not_null' }}
      columns={columns}
      keyOf={({ session_id }) => session_id}
      onOpen={(sessionId) => void open({ to: '/sessions/$sessionId', params: { sessionId } })}
      empty={<NoSessions />}
    />
  )
}

const NoSessions = () => (
  <Empty title="No sessions yet">
    <p className="mb-3">
      A session is a conversation over several traces. Spans name it in an attribute. The attributes of
      OpenInference, Langfuse, LangSmith, the Vercel AI SDK and others are read too.
    </p>
    <CodeBlock name="attribute" text={`span.setAttribute('session.id', conversationId)`} />
  </Empty>
)
