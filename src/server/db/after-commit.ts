import type { Store, Tx } from './store.ts'

type Work = (store: Store) => Promise<void>

const works = new WeakMap<Tx, Work[]>()

/**
 * Calls `work` after the commit and before `transact` resolves; `work` must not reject. Only PostgreSQL calls it: a
 * call is not answered before other processes can no longer use the state before the change.
 */
export function afterCommit(tx: Tx, work: Work): void {
  works.set(tx, [...(works.get(tx) ?? []), work])
}

export async function runAfterCommit(store: Store, tx: Tx): Promise<void> {
  await Promise.all(works.get(tx)?.map((work) => work(store)) ?? [])
}
