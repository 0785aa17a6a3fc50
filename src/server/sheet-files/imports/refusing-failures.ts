import { Refusal } from '../../../engine/refusal.ts'
import { ImportFailure } from './import-failure.ts'

/** Where somebody waits for the answer, what cannot be imported is refused. */
export async function refusingFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportFailure) throw new Refusal('bad_request', error.message)
    throw error
  }
}
