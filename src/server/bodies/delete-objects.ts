import type { Store } from '../db/index.ts'
import { deleteObjectRow, listObjectsOf } from './body-queries.ts'
import { BodyUnavailableError, bodyStorageOf } from './body-storage.ts'

/** Milliseconds after which an object that is still marked as being written belongs to an interrupted write. */
const maxWritingMilliseconds = 5 * 60_000

/**
 * Deletes the objects of a workspace whose requests and media are deleted; each object belongs to one workspace. False
 * if an object may still be written.
 * @throws BodyUnavailableError if the object storage is not set up.
 */
export async function deleteObjectsOf(
  store: Store,
  { workspace, signal }: { readonly workspace: number; readonly signal: AbortSignal },
  now: number,
): Promise<boolean> {
  const objects = await listObjectsOf(store, workspace)
  const storage = bodyStorageOf(store)
  let isComplete = true
  for (const { id, name, state, created_at } of objects) {
    signal.throwIfAborted()
    if (!storage)
      throw new BodyUnavailableError(
        'unreachable',
        'The workspace has objects, and GALLEY_S3_ENDPOINT is not set.',
      )
    if (state === 'writing' && now - created_at < maxWritingMilliseconds) isComplete = false
    else {
      await storage.objects.delete(name)
      await store.transact((tx) => deleteObjectRow(tx, id))
    }
  }
  return isComplete
}
