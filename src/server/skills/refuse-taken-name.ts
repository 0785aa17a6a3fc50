import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'

/** Refuses a taken name on a violation of the unique index, because a check before the insert would be a race. */
export async function refuseTakenName<T>(store: Store, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!store.isDuplicate(error)) throw error
    throw new Refusal('conflict', 'The workspace has a skill collection of this name.', {
      loc: ['body', 'name'],
    })
  }
}
