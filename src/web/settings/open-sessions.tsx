import { useQuery } from '@tanstack/react-query'
import { call, queryOf } from '../api/index.ts'
import { Badge, Button, counted, FormRow, QueryState, Time } from '../design/index.ts'
import { useChange } from '../dialogs/index.ts'
import { Rows } from './section.tsx'

/** The person's sessions in all browsers. */
export function OpenSessions() {
  const query = useQuery(queryOf(['sessions'], 'listSessions'))
  const end = useChange(() => call('endOtherSessions'), {
    keys: ['sessions'],
    done: ({ ended }) => `${counted(ended, 'session')} ended`,
  })
  const sessions = query.data?.sessions ?? []
  return (
    <FormRow
      title="Sessions"
      help="Browsers in which you are signed in. A session ends by itself after 30 days without use."
    >
      <QueryState query={query} rows={2} className="m-0" />
      {query.data && (
        <>
          <Rows
            label="Sessions"
            heads={['Signed in', 'Last used', 'Workspace', '']}
            rows={sessions}
            keyOf={({ signed_in_at, is_current }) => `${signed_in_at} ${is_current}`}
            empty=""
            cells={({ signed_in_at, last_seen_at, workspace, is_current }) => [
              <Time key="start" at={signed_in_at} />,
              is_current ? 'now' : <Time key="seen" at={last_seen_at} />,
              <bdi key="workspace">{workspace.name}</bdi>,
              is_current && (
                <Badge key="here" tone="good">
                  This browser
                </Badge>
              ),
            ]}
          />
          <Button
            className="self-start"
            disabled={sessions.length < 2}
            isBusy={end.isPending}
            onClick={() => end.mutate()}
          >
            Sign out the others
          </Button>
        </>
      )}
    </FormRow>
  )
}
