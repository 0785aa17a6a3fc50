import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * A query client that fetches a query again if it is invalidated while it is fetched. TanStack Query lets some fetches
 * continue, and their answer may be older than the change.
 */
export class RefetchingClient extends QueryClient {
  readonly #waiting = new Set<Query>()

  override invalidateQueries<Tagged extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Tagged>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters))
      if (letsFetchEnd(query, options)) this.#invalidateAfterFetch(query)
    return super.invalidateQueries(filters, options)
  }

  #invalidateAfterFetch(query: Query): void {
    if (this.#waiting.has(query)) return
    this.#waiting.add(query)
    const invalidateAgain = () => {
      this.#waiting.delete(query)
      void super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    // Returns the promise of the fetch under way.
    query.fetch().then(invalidateAgain, invalidateAgain)
  }
}

/** Whether an invalidation lets the fetch under way end, instead of restarting it. */
const letsFetchEnd = (query: Query, options: InvalidateOptions | undefined): boolean =>
  query.state.fetchStatus === 'fetching' &&
  (query.state.data === undefined || !query.isActive() || options?.cancelRefetch === false)
