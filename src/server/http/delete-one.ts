import type { Refusal } from '../../engine/refusal.ts'
import type { Store, Tx } from '../db/index.ts'

/** Refuses inside the transaction, so that the audit log has no event of a deletion that deleted nothing. */
export const deleteOne = (store: Store, absent: () => Refusal, remove: (tx: Tx) => Promise<number>) =>
  store.transact(async (tx) => {
    if ((await remove(tx)) === 0) throw absent()
    return { success: true as const }
  })
