import { Refusal } from '../../engine/refusal.ts'
import type { Store } from './store.ts'

/** Turns a unique violation of the work into a conflict (409) with this message. */
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
