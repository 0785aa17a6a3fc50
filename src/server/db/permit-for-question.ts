import { NoPermitError, type Permits } from '../permits.ts'
import { QueryTooSlowError } from './store.ts'

/** As `take`; the time that a question may take includes waiting for others. */
export async function permitForQuestion(permits: Permits, milliseconds: number): Promise<() => void> {
  try {
    return await permits.take(milliseconds)
  } catch (error) {
    throw error instanceof NoPermitError ? new QueryTooSlowError(error.message) : error
  }
}
