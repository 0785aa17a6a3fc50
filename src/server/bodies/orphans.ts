import type { Store } from '../db/index.ts'
import { createObjectStorage, type ListedObject, type ObjectStorage } from '../edge/index.ts'
import { knownNames } from './body-queries.ts'
import type { BodySettings } from './body-storage.ts'

/** An orphan may belong to a newer backup of the database, so it is kept for this time. */
const retentionMilliseconds = 7 * 86_400_000
/** The name of an object after the prefix: month, id and random part. */
const objectNamePattern = /^log\/\d{4}-\d{2}\/\d+-[0-9a-f]{8}$/
const maxNamesShown = 100

/**
 * Finds objects of the bucket that have no row in the database. They were written after the backup from which the
 * database was restored.
 */
export async function findOrphans(store: Store, settings: BodySettings, now: number) {
  return withStorage(settings, async (storage) => {
    const orphans: ListedObject[] = []
    let storedCount = 0
    for (let after = ''; ; ) {
      const listed = await storage.list(`${settings.prefix}log/`, after)
      if (listed.length === 0) return { orphans, storedCount }
      after = listed.at(-1)!.name
      const names = await knownNames(
        store.db,
        listed.map(({ name }) => name),
      )
      storedCount += names.size
      for (const object of listed)
        if (
          !names.has(object.name) &&
          objectNamePattern.test(object.name.slice(settings.prefix.length)) &&
          now - object.writtenAt > retentionMilliseconds
        )
          orphans.push(object)
    }
  })
}

export const deleteObjects = (settings: BodySettings, objects: readonly ListedObject[]): Promise<void> =>
  withStorage(settings, async (storage) => {
    for (const { name } of objects) await storage.delete(name)
  })

export const orphanReport = (orphans: readonly ListedObject[]) => ({
  orphans: orphans.length,
  size_bytes: orphans.reduce((sum, { bytes }) => sum + bytes, 0),
  names: orphans.slice(0, maxNamesShown).map(({ name }) => name),
})

async function withStorage<T>(
  settings: BodySettings,
  work: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  const storage = createObjectStorage(settings)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
