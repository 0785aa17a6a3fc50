import { originalOf, type Store } from '../db/index.ts'
import { BodyUnavailableError, bodyStorageOf } from './body-storage.ts'
import { placeOf, type StoredBody } from './stored-body.ts'

/**
 * The original body of a request, from the database or from object storage.
 * @throws BodyUnavailableError
 */
export async function readBody(store: Store, workspace: number, stored: StoredBody): Promise<Buffer> {
  const place = placeOf(stored)
  if (!place) return originalOf(stored.payload)
  const storage = bodyStorageOf(store)
  if (!storage)
    throw new BodyUnavailableError(
      'unreachable',
      'The body is in object storage, and GALLEY_S3_ENDPOINT is not set.',
    )
  return storage.body(workspace, stored.request_id, place)
}

/** As `readBody`; null if the body is not available. */
export async function readBodyOrNull(
  store: Store,
  workspace: number,
  stored: StoredBody,
): Promise<Buffer | null> {
  try {
    return await readBody(store, workspace, stored)
  } catch (error) {
    if (error instanceof BodyUnavailableError) return null
    throw error
  }
}
