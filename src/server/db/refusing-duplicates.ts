import { Refusal } from '../../engine/refusal.ts'
import type { Store } from './store.ts'

/** Runs work that writes; where a unique index already holds what it writes, it is refused as a conflict. */
export async function refusingDuplicates<T>(
  store: Store,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (store.isDuplicate(error)) throw new Refusal('conflict', message)
    throw error
  }
}
