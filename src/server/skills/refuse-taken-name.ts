import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'

/** A unique index keeps names apart; a check before the insert would be a race. */
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
