import type { Store } from '../db/index.ts'
import { deleteObjectRow, type ListedObject, listObjects, setEmptied } from './body-queries.ts'
import type { BodyStorage } from './body-storage.ts'
import { moveBack } from './move-back.ts'

const day = 86_400_000
/** An object without live bodies is kept for this time, because backups of the database may still refer to it. */
const emptyObjectRetention = 7 * day
/** An object with a smaller share of live bodies is repacked. */
const sparseShare = 0.5

/** `empty` sets the time since which the object has no live body; `filled` clears it. */
type SweepAction = 'keep' | 'delete' | 'empty' | 'filled' | 'repack'

/** `live` is the number of requests and media whose bytes are in the object. */
export function sweepActionFor(
  { state, bodies, created_at, emptied_at, must_repack, live }: Omit<ListedObject, 'id'>,
  now: number,
): SweepAction {
  // The process that wrote the object was killed, or the storage refused the object.
  if (state === 'writing') return now - created_at > day ? 'delete' : 'keep'
  if (live === 0) {
    if (emptied_at === null) return 'empty'
    return now - emptied_at > emptyObjectRetention ? 'delete' : 'keep'
  }
  if (emptied_at !== null) return 'filled'
  if (must_repack === 1) return 'repack'
  return live < sparseShare * bodies && now - created_at > day ? 'repack' : 'keep'
}

/**
 * Deletes objects without live bodies and objects of interrupted writes. Repacks sparse objects, and objects with
 * bodies of a deleted person.
 */
export async function sweep(store: Store, storage: BodyStorage, now: number): Promise<void> {
  for (const object of await listObjects(store)) {
    const action = sweepActionFor(object, now)
    if (action === 'delete') {
      await storage.objects.delete(object.name)
      await store.transact((tx) => deleteObjectRow(tx, object.id))
    }
    if (action === 'empty' || action === 'filled')
      await store.transact((tx) => setEmptied(tx, object.id, action === 'empty' ? now : null))
    if (action === 'repack') await moveBack(store, storage, object)
  }
}
