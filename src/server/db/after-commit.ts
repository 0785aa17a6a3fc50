import type { Store, Tx } from './store.ts'

type Work = (store: Store) => Promise<void>

const works = new WeakMap<Tx, Work[]>()

/**
 * Calls `work` when the transaction is committed, before `transact` resolves; `work` must not reject. Only PostgreSQL calls
 * it, for what other processes must have read before a call is answered.
 */
export function afterCommit(tx: Tx, work: Work): void {
  works.set(tx, [...(works.get(tx) ?? []), work])
}

export async function runAfterCommit(store: Store, tx: Tx): Promise<void> {
  await Promise.all(works.get(tx)?.map((work) => work(store)) ?? [])
}
