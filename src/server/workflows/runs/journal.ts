import type { NodeRecord } from './record.ts'

/** Stores the progress of a run. */
export interface Journal {
  /** Stores all records or none. @throws if the lease is lost. */
  store(records: readonly NodeRecord[]): Promise<void>
}

/** The journal of nested runs, which are not stored: the outer node or cell stores the result. */
export const noJournal: Journal = { store: async () => {} }
