import { Refusal } from '../../../engine/refusal.ts'
import { ImportFailure } from './import-failure.ts'

/** Converts an ImportFailure to a refusal, for operations that a caller waits for. */
export async function refusingFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ImportFailure) throw new Refusal('bad_request', error.message)
    throw error
  }
}
