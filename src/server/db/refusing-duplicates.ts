import { Refusal } from '../../engine/refusal.ts'
import type { Store } from './store.ts'

/** Runs the work, and refuses with a conflict (409) and this message on a unique violation. */
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
