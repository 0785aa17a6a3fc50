import { QueryTooSlowError } from './store.ts'

/** Runs the work; null if one of its queries reached its time limit. */
export async function nullIfSlow<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QueryTooSlowError) return null
    throw error
  }
}
