import { chunksOf, type Database } from '../../db/index.ts'
import type { TokenCaller } from './token.ts'

/**
 * Finds the callers that must be disconnected, because their key is revoked, their session has ended or their account
 * is closed.
 */
export async function findEnded(
  db: Database,
  callers: readonly TokenCaller[],
): Promise<(caller: TokenCaller) => boolean> {
  const ids = new Set(callers.flatMap((caller) => (caller.kind === 'key' ? [caller.id] : [])))
  const hashes = new Set(callers.flatMap((caller) => (caller.kind === 'session' ? [caller.hash] : [])))
  const live = { keys: new Set<number>(), sessions: new Set<string>() }
  for (const chunk of chunksOf([...ids])) {
    const rows = await db
      .selectFrom('api_keys')
      .select('id')
      .where('id', 'in', chunk)
      .where('revoked_at', 'is', null)
      .execute()
    for (const { id } of rows) live.keys.add(id)
  }
  for (const chunk of chunksOf([...hashes])) {
    const rows = await db
      .selectFrom('sessions')
      .innerJoin('people', 'people.id', 'sessions.person_id')
      .select('sessions.token_hash')
      .where('sessions.token_hash', 'in', chunk)
      .where('people.closed_at', 'is', null)
      .execute()
    for (const { token_hash } of rows) live.sessions.add(token_hash)
  }
  return (caller) => (caller.kind === 'key' ? !live.keys.has(caller.id) : !live.sessions.has(caller.hash))
}
