import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { lastArrival } from '../index-queries.ts'
import { indexerOf } from '../indexer.ts'
import type { Search } from './search.ts'
import { findTerms } from './terms-queries.ts'
import { queriesWithin, sharedLimit } from './time-limit.ts'
import type { SearchedWord } from './words-query.ts'

/** A search over all logged requests, indexed or pending. */
export async function openSearch(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  runQuery = queriesWithin(store, sharedLimit()),
): Promise<Search> {
  const isSqlite = store.dialect === 'sqlite'
  if (isSqlite) indexerOf(store).noteSearch()
  const hasArrivals = isSqlite && (await lastArrival(store.db)) !== null
  const words: SearchedWord[] = []
  // While requests are pending, the index may get further words; prefixes are then not listed.
  for (const { text, isWhole } of query.words)
    words.push({
      text,
      terms: isWhole ? [text] : hasArrivals ? null : await findTerms({ store, runQuery: runQuery }, text),
    })
  return { store, workspace, query, words, runQuery: runQuery, hasArrivals }
}
