import { hash } from 'node:crypto'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findKey, forgetOldKeys, takeKey } from './once-queries.ts'
import type { RecordedRequest } from './record-request.ts'

const keyLifetime = 24 * 3_600_000

/** Identifies a call, so that a retry of it is found. */
export interface CallIdentity {
  readonly key: string
  /** The hash of operation and body. */
  readonly digest: string
}

/** Null: the call has no key, so it is never a repetition. */
export const callIdentity = (key: string | null, operation: string, body: Uint8Array): CallIdentity | null =>
  key === null ? null : { key, digest: `${operation} ${hash('sha256', body)}` }

/**
 * Records a request, or returns the request that was recorded under the same key. Key and request are in one unit, so
 * that a crash leaves both or neither. Concurrent calls with one key get the same id.
 */
export async function recordOnce(
  { store, now, masking }: Pick<Context, 'store' | 'now' | 'masking'>,
  workspace: WorkspaceId,
  identity: CallIdentity | null,
  record: () => Promise<RecordedRequest>,
): Promise<number> {
  if (!identity) {
    const { id, statements } = await record()
    await store.append(statements)
    return id
  }
  const { digest } = identity
  const key = await storedKey(masking, workspace, identity.key)
  const expiredUntil = now() - keyLifetime
  const recordedRequest = await findRecorded(store, workspace, key, digest, expiredUntil)
  if (recordedRequest !== null) return recordedRequest
  const { id, statements } = await record()
  const keyInsert = takeKey(store, { workspace, key, digest, request: id, now: now(), expiredUntil })
  const isFirst = await store.appendIf(keyInsert, [
    ...statements,
    forgetOldKeys(store, workspace, expiredUntil),
  ])
  const recordedId = isFirst ? id : await findRecorded(store, workspace, key, digest, expiredUntil)
  if (recordedId === null)
    throw new Refusal('busy', 'The idempotency key has just expired; send the call again.')
  return recordedId
}

/** If a rule masks a value in the key, the hash of the key is stored, because two masked keys could be equal. */
async function storedKey(masking: Context['masking'], workspace: WorkspaceId, key: string): Promise<string> {
  const masker = await masking.maskerOf(workspace)
  if (!masker) return key
  const masked = await masker.value(key, { onMatch: () => {} })
  return masked === key ? key : `masked ${masker.hash(key)}`
}

async function findRecorded(
  { db }: Context['store'],
  workspace: WorkspaceId,
  key: string,
  digest: string,
  expiredUntil: number,
): Promise<number | null> {
  const storedKey = await findKey(db, workspace, key, expiredUntil)
  if (!storedKey) return null
  if (storedKey.digest === digest) return storedKey.request_id
  throw new Refusal('invalid', 'was sent with another call; a new call needs a new key', {
    loc: ['header', 'Idempotency-Key'],
    type: 'idempotency_key_reused',
  })
}
