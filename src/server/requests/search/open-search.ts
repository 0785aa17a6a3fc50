import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { lastArrival } from '../indexing/index-queries.ts'
import { indexerOf } from '../indexing/indexer.ts'
import type { Search } from './search.ts'
import { findTerms } from './terms-queries.ts'
import { queriesWithin, sharedLimit } from './time-limit.ts'
import type { SearchedWord } from './words-query.ts'

/** Opens a search over all logged requests, indexed or pending. */
export async function openSearch(
  store: Store,
  workspace: WorkspaceId,
  query: SearchQuery,
  runQuery = queriesWithin(store, sharedLimit()),
): Promise<Search> {
  const isSqlite = store.dialect === 'sqlite'
  if (isSqlite) indexerOf(store).markSearch()
  const hasArrivals = isSqlite && (await lastArrival(store.db)) !== null
  const words: SearchedWord[] = []
  // Prefixes are replaced only if no requests are pending, because pending requests may add words to the index.
  for (const { text, isWhole } of query.words)
    words.push({
      text,
      terms: isWhole ? [text] : hasArrivals ? null : await findTerms({ store, runQuery }, text),
    })
  return { store, workspace, query, words, runQuery, hasArrivals }
}
