import { Refusal } from '../../../engine/refusal.ts'
import { type CompiledQuery, QueryTooSlowError, type Store } from '../../db/index.ts'

/** Milliseconds for a search, and for each query of a chart. */
export const searchTimeout = 10_000
/** Milliseconds for all charts of a call. */
export const chartsTimeout = 30_000

export type RunQuery = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>

/** Queries of one call share these milliseconds. */
export function queriesWithin(store: Pick<Store, 'timedQuery'>, milliseconds = searchTimeout): RunQuery {
  const deadline = performance.now() + milliseconds
  return async (query) => {
    const remaining = deadline - performance.now()
    if (remaining <= 0) throw new QueryTooSlowError('the queries before took all of the time')
    return store.timedQuery(query, Math.min(remaining, searchTimeout))
  }
}

/** Turns a timeout into a refusal that says how to narrow the search. */
export async function refusingTimeout<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    throw new Refusal(
      'too_slow',
      `The search was stopped: it may take ${searchTimeout / 1000} seconds, all charts of a call ${chartsTimeout / 1000}, waiting for others included. Narrow it: a range of request_start_time, a tag or a metadata value, or whole words in q instead of contains.`,
    )
  }
}
