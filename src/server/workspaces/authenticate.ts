import { leased, leasesEnded } from '../caches/leases.ts'
import { type Store, type Tx, withValue } from '../db/index.ts'
import type { Authenticate, Caller } from '../http/caller.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { hashApiKey } from './api-key.ts'
import { findKeyOwner, touchKey } from './queries.ts'

/** Milliseconds; the precision of `last_used_at`. Writing it for each request would double the writes. */
const lastUsedPrecision = 60_000
const maxKeys = 10_000

/**
 * Caches the rows of valid keys for one lease (decision 180), so that no process accepts a key after its revocation
 * was answered.
 */
export function keyAuthenticator(store: Store, now: () => number): Authenticate['byKey'] {
  const touched = new Map<number, number>()

  const recordUse = (id: number, hash: string, lastUsed: number | null) => {
    const time = now()
    if (time - Math.max(touched.get(id) ?? 0, lastUsed ?? 0) < lastUsedPrecision) return
    touched.set(id, time)
    store.append([touchKey(store, { hash, now: time })]).catch(() => touched.delete(id))
  }

  const callerOf = (key: string): Caller | null | Promise<Caller | null> => {
    if (key.length > 512) return null
    const hash = hashApiKey(key)
    return withValue(findKeyOwner(store, hash), (owner) => {
      if (!owner || owner.revoked_at !== null) return null
      recordUse(owner.id, hash, owner.last_used_at)
      return {
        workspace: owner.workspace_id as WorkspaceId,
        role: owner.role,
        actor: { kind: 'key', id: owner.id, name: owner.name },
        requestsPerMinute: owner.requests_per_minute,
      }
    })
  }

  return leased(maxKeys, callerOf, (caller) => caller !== null)
}

/** Runs a transaction that revokes or changes keys. Resolves when all leases from before it have ended. */
export async function transactOnKeys<T>(store: Store, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await store.transact(work)
  await leasesEnded()
  return result
}
