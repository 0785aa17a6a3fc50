import type { Refusal } from '../../engine/refusal.ts'
import type { Store, Tx } from '../db/index.ts'

/** Deletes one row, or refuses inside the transaction, so that the audit log gets no event if no row was deleted. */
export const deleteOne = (store: Store, absent: () => Refusal, remove: (tx: Tx) => Promise<number>) =>
  store.transact(async (tx) => {
    if ((await remove(tx)) === 0) throw absent()
    return { success: true as const }
  })
