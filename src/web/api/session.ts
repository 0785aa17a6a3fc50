import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { mayDo, type Role } from '../../engine/roles.ts'
import { type Answer, call } from './call.ts'

export type Session = Answer<'readSession'>

/** Another tab of this browser has gone to another workspace, or somebody else has signed in there. */
export class MovedElsewhere extends Error {
  override readonly name = 'MovedElsewhere'
  readonly session: Session
  constructor(session: Session) {
    super(`This browser is in ${session.workspace.name} now.`)
    this.session = session
  }
}

const isSamePlace = (one: Session, other: Session) =>
  one.person?.id === other.person?.id && one.workspace.id === other.workspace.id

/**
 * Who is here, in which workspace, and what they may do. A tab stays what it is: what it shows and what is written in it
 * are of one workspace, so that another one is an error until somebody has said where to go on.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    const now = await call('readSession', { signal })
    const before = client.getQueryData<Session>(['session'])
    if (before && !isSamePlace(before, now)) throw new MovedElsewhere(now)
    return now
  },
  staleTime: 60_000,
})

export const useSession = () => useQuery(sessionQuery).data ?? null

/** Whether the person may do what takes this role; what they may not is not offered. */
export function useMay(needed: Role): boolean {
  const session = useSession()
  return session !== null && mayDo(session.role, needed)
}

/** Goes on as another session, with nothing of what was known to the one before. */
export function goOnAs(client: QueryClient, session: Session): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
  client.setQueryData(sessionQuery.queryKey, session)
}

/** What has become of the session that all tabs of a browser share. */
type Turn = 'moved' | 'left'

const tabs = 'galley-session'

export function tellTabs(turn: Turn): void {
  const channel = new BroadcastChannel(tabs)
  channel.postMessage(turn)
  channel.close()
}

export function hearTabs(listener: (turn: Turn) => void): () => void {
  const channel = new BroadcastChannel(tabs)
  channel.onmessage = ({ data }: MessageEvent<Turn>) => listener(data)
  return () => channel.close()
}
