import { Refusal } from '../../../engine/refusal.ts'
import { type CompiledQuery, QueryTooSlowError, type Store } from '../../db/index.ts'

/** Milliseconds for a search, and for each query of a chart. */
export const searchTimeout = 10_000
/** Milliseconds for all charts of a call. */
export const chartsTimeout = 30_000

/** Milliseconds that the next query may take. @throws QueryTooSlowError if the time is used up. */
export type TimeLimit = () => number

/** A time limit that the queries of one call share. */
export function sharedLimit(milliseconds = searchTimeout): TimeLimit {
  const deadline = performance.now() + milliseconds
  return () => {
    const remaining = deadline - performance.now()
    if (remaining <= 0) throw new QueryTooSlowError('earlier queries used up the time limit')
    return Math.min(remaining, searchTimeout)
  }
}

export type RunQuery = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>

export const queriesWithin =
  (store: Pick<Store, 'timedQuery'>, limit: TimeLimit): RunQuery =>
  async (query) =>
    store.timedQuery(query, limit())

/** Refuses if the work times out. The refusal says how to narrow the search. */
export async function refusingTimeout<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    throw new Refusal(
      'too_slow',
      `The search took too long: a search may take ${searchTimeout / 1000} seconds, and all charts of a call ${chartsTimeout / 1000}, including the wait for other searches. Narrow the search: by a range of request_start_time, by a tag or a metadata value, or by whole words in q instead of contains.`,
    )
  }
}
