import { randomUUID } from 'node:crypto'
import type { Store } from '../db/index.ts'
import { createObjectStorage } from '../edge/index.ts'
import { countMoved, deleteMovePositions, readMover, setDirection, sumObjects } from './body-queries.ts'
import { type BodySettings, bodyStorageOf } from './body-storage.ts'

/**
 * The state of moving bodies, and where bodies are. `problem` is the last failure of the object storage in this
 * process.
 */
export async function bodyStatus(store: Store) {
  const [{ direction }, { objects, bytes }, bodies] = await Promise.all([
    readMover(store),
    sumObjects(store),
    countMoved(store),
  ])
  const storage = bodyStorageOf(store)
  return {
    direction,
    objects,
    size_bytes: bytes,
    bodies,
    bucket: storage?.settings.bucket ?? null,
    problem: storage?.problem ?? null,
  }
}

/** Starts moving the bodies of all requests to object storage, including bodies that an earlier move skipped. */
export const startMovingOut = (store: Store) =>
  store.transact(async (tx) => {
    await deleteMovePositions(tx)
    await setDirection(tx, 'out')
  })

/** After this, all bodies move back into the database, and new ones stay there. */
export const startMovingBack = (store: Store) => store.transact((tx) => setDirection(tx, 'back'))

const probe = Buffer.from('galley')

/** Writes, reads and deletes an object. Returns why that fails, as a sentence; null if it works. */
export async function bodyStorageProblem(settings: BodySettings): Promise<string | null> {
  const objects = createObjectStorage(settings)
  const name = `${settings.prefix}probe/${randomUUID()}`
  try {
    await objects.put(name, probe)
    const read = await objects.read(name, 0, probe.length, 5_000)
    await objects.delete(name)
    return probe.equals(read) ? null : 'The object storage returns other bytes than were written.'
  } catch (error) {
    return (error as Error).message
  } finally {
    await objects.close()
  }
}
