import type { SessionRow, Store, Tx } from '../db/index.ts'
import type { Authenticate } from '../http/caller.ts'
import type { Visitor } from '../http/handler.ts'
import { sessionCookie } from '../http/session-cookie.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deleteSession, findSession, insertSession, touchSession } from './queries.ts'
import { hashToken, newToken } from './token.ts'

const day = 24 * 3_600_000
/** A session ends after this time without use, and in any case after the total time. */
const idleMilliseconds = 30 * day
const maxMilliseconds = 180 * day
/** Precision of `last_seen_at`. Writing it for each request would double the writes. */
const lastSeenPrecision = 3_600_000

export interface NewSession {
  readonly person: string
  readonly workspace: number
  readonly now: number
}

/** Creates a session and returns its cookie. */
export async function openSession(
  tx: Tx,
  visitor: Visitor,
  { person, workspace, now }: NewSession,
): Promise<string> {
  const token = newToken()
  await insertSession(tx, {
    token_hash: hashToken(token),
    person_id: person,
    workspace_id: workspace,
    created_at: now,
    last_seen_at: now,
  })
  return sessionCookie(visitor, token, idleMilliseconds / 1000)
}

/** When a session ends without further use. */
export const endOfSession = ({ created_at, last_seen_at }: Pick<SessionRow, 'created_at' | 'last_seen_at'>) =>
  Math.min(last_seen_at + idleMilliseconds, created_at + maxMilliseconds)

export const endedCookie = (visitor: Visitor): string => sessionCookie(visitor, '', 0)

export function sessionAuthenticator(store: Store, now: () => number): Authenticate['bySession'] {
  return async (token) => {
    if (token.length > 100) return null
    const hash = hashToken(token)
    const session = await findSession(store, hash)
    if (!session) return null
    const time = now()
    if (time > endOfSession(session)) {
      await store.transact((tx) => deleteSession(tx, hash))
      return null
    }
    if (time - session.last_seen_at > lastSeenPrecision)
      await store.transact((tx) => touchSession(tx, hash, time))
    return {
      workspace: session.workspace_id as WorkspaceId,
      role: session.role,
      actor: { kind: 'person', id: session.person_id, name: session.name, sessionHash: hash },
    }
  }
}
