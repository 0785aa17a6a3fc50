import { NoPermitError, type Permits } from '../permits.ts'
import { QueryTooSlowError } from './store.ts'

/** As `take`; throws QueryTooSlowError, because the time limit includes the wait for a permit. */
export async function permitForQuery(permits: Permits, milliseconds: number): Promise<() => void> {
  try {
    return await permits.take(milliseconds)
  } catch (error) {
    throw error instanceof NoPermitError ? new QueryTooSlowError(error.message) : error
  }
}
