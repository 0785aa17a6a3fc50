import { NoPermitError, type Permits } from '../pacing/permits.ts'
import { QueryTooSlowError } from './store.ts'

/** As `Permits.take`, but throws QueryTooSlowError: the time limit of a query includes the wait for a permit. */
export async function permitForQuery(permits: Permits, milliseconds: number): Promise<() => void> {
  try {
    return await permits.take(milliseconds)
  } catch (error) {
    throw error instanceof NoPermitError ? new QueryTooSlowError(error.message) : error
  }
}
