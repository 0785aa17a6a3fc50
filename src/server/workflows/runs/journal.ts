import type { NodeRecord } from './record.ts'

/** Stores the progress of a run. */
export interface Journal {
  /** All records or none. @throws if the lease is lost. */
  store(records: readonly NodeRecord[]): Promise<void>
}

/** For nested runs: only the result of the node or cell around them is stored. */
export const noJournal: Journal = { store: async () => {} }
