import type { Store } from '../../db/index.ts'
import { type BodyStorage, BodyUnavailableError } from '../body-storage.ts'
import { writeObject } from '../write-object.ts'
import { findMediaIn, findUnmoved, pointAtObject, putMediaBack } from './media-queries.ts'

/** Moves one medium of a workspace into a separate object; false if there is none to move. */
export async function moveMediaOut(
  store: Store,
  storage: BodyStorage,
  workspace: number,
  now: number,
): Promise<boolean> {
  const media = await findUnmoved(store, workspace)
  if (!media) return false
  const object = await writeObject(store, storage, { workspace, bytes: media.bytes, bodies: 1, now })
  // If the medium was deleted meanwhile, the object has no references and the sweep deletes it.
  await store.transact((tx) => pointAtObject(tx, workspace, media.sha256, object))
  return true
}

/**
 * Moves the media of an object back into the database. Returns the number of media that are lost; 0 for an object of bodies.
 * @throws BodyUnavailableError if the storage does not answer.
 */
export async function moveMediaBack(store: Store, storage: BodyStorage, object: number): Promise<number> {
  const media = await findMediaIn(store.db, object)
  if (!media) return 0
  try {
    const bytes = await storage.media(object, media.sha256, media.size)
    await store.transact((tx) => putMediaBack(tx, object, bytes))
    return 0
  } catch (error) {
    if (error instanceof BodyUnavailableError && error.kind === 'lost') return 1
    throw error
  }
}
