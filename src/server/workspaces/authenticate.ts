import { onceThere, type Store } from '../db/index.ts'
import type { Authenticate, Caller, WorkspaceId } from '../http/caller.ts'
import { hashApiKey } from './api-key.ts'
import { findKeyOwner, touchKey } from './queries.ts'

/** Precision of `last_used_at` in milliseconds: a write per request would double the writes. */
const lastUsedPrecision = 60_000

/**
 * Reads the key's row for every request, so that a revocation takes effect at once in all processes. The row
 * includes the registry revision for caches. Requests in one turn of the event loop share a read.
 */
export function keyAuthenticator(store: Store, now: () => number): Authenticate['byKey'] {
  const touched = new Map<number, number>()
  let thisTurn = new Map<string, Caller | null | Promise<Caller | null>>()
  // Replaces the map: clearing it would chain old tables into the old generation.
  const forget = () => {
    thisTurn = new Map()
  }

  const touch = (id: number, hash: string, lastUsed: number | null) => {
    const time = now()
    if (time - Math.max(touched.get(id) ?? 0, lastUsed ?? 0) < lastUsedPrecision) return
    touched.set(id, time)
    store.append([touchKey(store, { hash, now: time })]).catch(() => touched.delete(id))
  }

  const callerOf = (key: string): Caller | null | Promise<Caller | null> => {
    if (key.length > 512) return null
    const hash = hashApiKey(key)
    return onceThere(findKeyOwner(store, hash), (owner) => {
      if (!owner || owner.revoked_at !== null) return null
      touch(owner.id, hash, owner.last_used_at)
      return {
        workspace: owner.workspace_id as WorkspaceId,
        role: owner.role,
        actor: { kind: 'key', id: owner.id, name: owner.name },
        registryRevision: owner.registry_revision,
        requestsPerMinute: owner.requests_per_minute,
      }
    })
  }

  return (key) => {
    const known = thisTurn.get(key)
    if (known !== undefined) return known
    if (thisTurn.size === 0) setImmediate(forget)
    const caller = callerOf(key)
    thisTurn.set(key, caller)
    return caller
  }
}
