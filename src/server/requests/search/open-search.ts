import type { SearchQuery } from '../../../engine/search/index.ts'
import type { Store } from '../../db/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'
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
}

/** Resolves when the index has what was logged before. */
export async function openSearch(store: Store, workspace: WorkspaceId, query: SearchQuery): Promise<Search> {
  await indexerOf(store).flush()
  const words: SoughtWord[] = []
  for (const { text, isWhole } of query.words)
    words.push({ text, terms: isWhole ? [text] : await findTerms(store, text, patience) })
  return { store, workspace, query, words, patience }
}
