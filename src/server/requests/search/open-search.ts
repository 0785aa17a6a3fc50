import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
import { lastArrival } from '../index-queries.ts'
import { indexerOf } from '../indexer.ts'
import { patience } from './in-time.ts'
import { findTerms } from './terms-queries.ts'
import type { SoughtWord } from './words-query.ts'

export interface Search {
  readonly store: Store
  readonly workspace: WorkspaceId
  readonly query: SearchQuery
  /** Those of the query, as the index has them. */
  readonly words: readonly SoughtWord[]
  /** Milliseconds that each query may take. */
  readonly patience: number
  /** Whether there are requests that the index may not have: they are looked at by themselves. */
  readonly hasArrivals?: boolean
}

/** A search that finds whatever is logged by now, in the index or on its way into it. */
export async function openSearch(store: Store, workspace: WorkspaceId, query: SearchQuery): Promise<Search> {
  const isSqlite = store.dialect === 'sqlite'
  if (isSqlite) indexerOf(store).ask()
  const hasArrivals = isSqlite && (await lastArrival(store.db)) !== null
  const words: SoughtWord[] = []
  for (const { text, isWhole } of query.words)
    words.push({ text, terms: isWhole ? [text] : await termsOf(store, text, hasArrivals) })
  return { store, workspace, query, words, patience, hasArrivals }
}

/** While requests come into the index, they may bring words that it did not have when it was asked for them. */
const termsOf = async (store: Store, text: string, hasArrivals: boolean) =>
  hasArrivals ? null : findTerms(store, text, patience)
