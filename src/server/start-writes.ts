import type { Config } from './config/config.ts'
import { databaseFile, isFull } from './db/index.ts'

/**
 * Runs writes that the start can do without: on a full disk they return null, and the server starts to serve reads. Journals
 * of answers stay for the next start, and jobs wait until their leases end.
 */
export const startWrites =
  ({ folder }: Config) =>
  async <T>(write: () => Promise<T>): Promise<T | null> => {
    try {
      return await write()
    } catch (error) {
      if (!isFull(error, databaseFile(folder))) throw error
      return null
    }
  }
