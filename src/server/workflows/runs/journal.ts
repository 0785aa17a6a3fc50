import type { NodeRecord } from './record.ts'

/** Keeps what happens in a run. */
export interface Journal {
  /** All of them or none. Throws when the run is no longer ours to write. */
  keep(records: readonly NodeRecord[]): Promise<void>
}

/** Of a run inside a node or a cell: that one's result is what lasts. */
export const keepNothing: Journal = { keep: async () => {} }
