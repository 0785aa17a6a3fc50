import { Refusal } from '../../engine/refusal.ts'
import type { Store } from '../db/index.ts'

/** Names are kept apart by a unique index alone: asking first would let two callers through at once. */
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
