import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { Sql } from './search-dialect-queries.ts'
import type { RunQuery } from './time-limit.ts'
import type { SearchedWord } from './words-query.ts'

/** Where a search runs. */
export interface SearchedStore extends Pick<Store, 'db' | 'timedQuery'> {
  readonly dialect: Store['dialect'] | 'clickhouse'
}

export interface Search {
  readonly store: SearchedStore
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** Words of the query in the index's form. */
  readonly words: readonly SearchedWord[]
  /** Runs every query of the search within one time limit. */
  readonly runQuery: RunQuery
  /** True if some requests may be pending; they are scanned separately. */
  readonly hasArrivals?: boolean
  /** True if the statement has its matching requests as the relation `matched`. */
  readonly isMatched?: boolean
  /** Chooses the valid row if the engine can hold several rows of a request. */
  readonly isCurrent?: Sql
}
