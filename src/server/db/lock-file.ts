import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a lock that another connection holds. */
const busy = 5

export interface LockedFile {
  release(): void
}

/**
 * Locks a file; null if another connection of any process holds the lock. The operating system releases the lock when
 * the process ends.
 */
export function lockFile(path: string): LockedFile | null {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === busy) return null
    throw error
  }
  return { release: () => lock.close() }
}
