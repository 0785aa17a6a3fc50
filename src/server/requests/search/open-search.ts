import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { lastArrival } from '../index-queries.ts'
import { indexerOf } from '../indexer.ts'
import { type Ask, askWithin } from './in-time.ts'
import { findTerms } from './terms-queries.ts'
import type { SoughtWord } from './words-query.ts'

export interface Search {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** Those of the query, as the index has them. */
  readonly words: readonly SoughtWord[]
  /** Whoever finds something asks by this, so that a search ends in time however many queries it takes. */
  readonly ask: Ask
  /** Whether there are requests that the index may not have: they are looked at by themselves. */
  readonly hasArrivals?: boolean
}

/** A search that finds whatever is logged by now, in the index or on its way into it. */
export async function openSearch(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  ask = askWithin(store),
): Promise<Search> {
  const isSqlite = store.dialect === 'sqlite'
  if (isSqlite) indexerOf(store).ask()
  const hasArrivals = isSqlite && (await lastArrival(store.db)) !== null
  const words: SoughtWord[] = []
  // While requests come into the index, they may bring words that it did not have when it was asked for them.
  for (const { text, isWhole } of query.words)
    words.push({ text, terms: isWhole ? [text] : hasArrivals ? null : await findTerms({ store, ask }, text) })
  return { store, workspace, query, words, ask, hasArrivals }
}
