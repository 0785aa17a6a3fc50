import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { mayDo, type Role } from '../../engine/roles.ts'
import { type Answer, call } from './call.ts'

export type Session = Answer<'readSession'>

/** Another tab of this browser has changed the workspace or the person of the shared session. */
export class MovedElsewhere extends Error {
  override readonly name = 'MovedElsewhere'
  readonly session: Session
  constructor(session: Session) {
    super(`This browser is now in ${session.workspace.name}.`)
    this.session = session
  }
}

const isSamePersonAndWorkspace = (left: Session, right: Session) =>
  left.person?.id === right.person?.id && left.workspace.id === right.workspace.id

/**
 * The person, the workspace and the rights of this tab. A tab keeps its workspace, because its data and input belong to it;
 * another workspace in the shared session is an error until the person chooses one.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    const session = await call('readSession', { signal })
    const before = client.getQueryData<Session>(['session'])
    if (before && !isSamePersonAndWorkspace(before, session)) throw new MovedElsewhere(session)
    return session
  },
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery).data ?? null

/** Whether the person has this role. The screens hide actions that need a higher role. */
export function useMay(role: Role): boolean {
  const session = useSession()
  return session !== null && mayDo(session.role, role)
}

/** Continues with another session and drops all cached data. */
export function continueAs(client: QueryClient, session: Session): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  client.setQueryData(sessionQuery.queryKey, session)
}

/** A message to the other tabs: the workspace or person was changed, or the person signed out. */
type SessionMessage = 'moved' | 'left'

const channelName = 'galley-session'

export function notifyTabs(message: SessionMessage): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(message)
  channel.close()
}

export function listenToTabs(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => listener(data)
  return () => channel.close()
}
