import { Refusal } from '../../../engine/refusal.ts'
import { type CompiledQuery, QueryTooSlowError, type Store } from '../../db/index.ts'

/** Milliseconds that a search may take, and each query of a chart. */
export const patience = 10_000
/** Milliseconds that all charts of a call may take. */
export const patienceForCharts = 30_000

export type Ask = <Row>(query: CompiledQuery<Row>) => Promise<Row[]>

/** For queries of one call, which have so many milliseconds together. */
export function askWithin(store: Pick<Store, 'question'>, milliseconds = patience): Ask {
  const until = performance.now() + milliseconds
  return async (query) => {
    const left = until - performance.now()
    if (left <= 0) throw new QueryTooSlowError('the queries before took all of the time')
    return store.question(query, Math.min(left, patience))
  }
}

/** What was stopped is refused, with a word on how to ask for less. */
export async function askInTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    throw new Refusal(
      'too_slow',
      `The search was stopped: it may take ${patience / 1000} seconds, all charts of a call ${patienceForCharts / 1000}, waiting for others included. Narrow it: a range of request_start_time, a tag or a metadata value, or whole words in q instead of contains.`,
    )
  }
}
