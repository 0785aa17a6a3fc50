import { Refusal } from '../../../engine/refusal.ts'
import { QueryTooSlowError } from '../../db/index.ts'

/** Milliseconds that one query of a search may take. */
export const patience = 10_000

/** What was stopped is refused, with a word on how to ask for less. */
export async function askInTime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof QueryTooSlowError)) throw error
    throw new Refusal(
      'too_slow',
      `The search was stopped after ${patience / 1000} seconds. Narrow it: a range of request_start_time, a tag or a metadata value, or whole words in q instead of contains.`,
    )
  }
}
