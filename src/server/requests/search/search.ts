import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { RunQuery } from './time-limit.ts'
import type { SearchedWord } from './words-query.ts'

export interface Search {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** Words of the query in the index's form. */
  readonly words: readonly SearchedWord[]
  /** Runs every query of the search within one time limit. */
  readonly runQuery: RunQuery
  /** True if some requests may be pending; they are scanned separately. */
  readonly hasArrivals?: boolean
}
