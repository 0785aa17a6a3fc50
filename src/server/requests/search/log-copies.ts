import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import type { LogSearch } from './log-search.ts'
import type { TimeLimit } from './time-limit.ts'

/** A copy of the log that can be searched instead of the database. */
export interface SearchableCopy {
  /** Null: the database is to be searched. */
  search(
    workspace: WorkspaceId,
    query: SearchQuery,
    limit: TimeLimit,
    openDatabase: () => Promise<LogSearch>,
  ): Promise<LogSearch | null>
}

const copies = new WeakMap<Store, SearchableCopy>()

export const copyOf = (store: Store): SearchableCopy | undefined => copies.get(store)

export const setCopyOf = (store: Store, copy: SearchableCopy): void => {
  copies.set(store, copy)
}
