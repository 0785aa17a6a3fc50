import type { NodeRecord } from './record.ts'

/** Stores the progress of a run. */
export interface Journal {
  /** All records or none. @throws if the lease is lost. */
  store(records: readonly NodeRecord[]): Promise<void>
}

/** The journal of nested runs, which stores nothing: only the result of the outer node or cell is stored. */
export const noJournal: Journal = { store: async () => {} }
