import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import type { Sql } from './search-dialect-queries.ts'
import type { RunQuery } from './time-limit.ts'
import type { SearchedWord } from './words-query.ts'

/** The storage that a search runs on. */
export interface SearchedStore extends Pick<Store, 'db' | 'timedQuery'> {
  readonly dialect: Store['dialect'] | 'clickhouse'
}

export interface Search {
  readonly store: SearchedStore
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** The words of the query in the form of the index. */
  readonly words: readonly SearchedWord[]
  /** Runs a query of the search. All queries share one time limit. */
  readonly runQuery: RunQuery
  /** True if requests may be pending; they are then scanned separately. */
  readonly hasArrivals?: boolean
  /** True if the statement provides its matching requests as the relation `matched`. */
  readonly isMatched?: boolean
  /** A condition for the valid row, if the engine can have several rows of a request. */
  readonly isCurrent?: Sql
}
