import { type CompiledQuery, QueryTooSlowError, type Store } from '../db/index.ts'

/** Returns the row of a query; null if the query timed out. */
export async function orNullIfSlow<Row>(
  store: Store,
  query: CompiledQuery<Row>,
  milliseconds: number,
): Promise<Row | null> {
  try {
    const [row] = await store.timedQuery(query, milliseconds)
    return row ?? null
  } catch (error) {
    if (error instanceof QueryTooSlowError) return null
    throw error
  }
}
