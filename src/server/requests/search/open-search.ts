import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { lastArrival } from '../index-queries.ts'
import { indexerOf } from '../indexer.ts'
import { patience } from './in-time.ts'

export interface Search {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** Milliseconds that each query may take. */
  readonly patience: number
  /** Whether there are requests that the index may not have: they are looked at by themselves. */
  readonly hasArrivals?: boolean
}

/** A search that finds whatever is logged by now, in the index or on its way into it. */
export async function openSearch(store: Store, workspace: WorkspaceId, query: SearchQuery): Promise<Search> {
  if (store.dialect !== 'sqlite') return { store, workspace, query, patience }
  indexerOf(store).ask()
  const hasArrivals = (await lastArrival(store.db)) !== null
  return { store, workspace, query, patience, hasArrivals }
}
