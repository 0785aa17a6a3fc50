import { randomBytes } from 'node:crypto'
import type { Store } from '../db/index.ts'
import { addObject, markStored } from './body-queries.ts'
import type { BodyStorage } from './body-storage.ts'

interface NewObject {
  readonly workspace: number
  readonly bytes: Uint8Array
  /** The number of bodies or media in the object. */
  readonly bodies: number
  readonly now: number
}

/**
 * Stores an object and returns its id; the caller then points the requests at the object. If the process is killed in
 * between, the sweep deletes the object and the bodies are moved again. Each attempt writes an object with a new name,
 * so that a server with a restored backup overwrites no object.
 */
export async function writeObject(
  store: Store,
  storage: BodyStorage,
  { workspace, bytes, bodies, now }: NewObject,
): Promise<number> {
  const month = new Date(now).toISOString().slice(0, 7)
  const object = await store.transact(async (tx) => {
    const id = await store.nextId(tx, 'body_object_ids')
    const name = `${storage.settings.prefix}log/${month}/${id}-${randomBytes(4).toString('hex')}`
    await addObject(tx, { id, workspace_id: workspace, name, created_at: now })
    return { id, name }
  })
  try {
    await storage.objects.put(object.name, bytes)
    storage.problem = null
  } catch (error) {
    storage.counts.failedWrites++
    storage.problem = (error as Error).message
    throw error
  }
  await store.transact((tx) => markStored(tx, object.id, { bodies, bytes: bytes.length }))
  return object.id
}
