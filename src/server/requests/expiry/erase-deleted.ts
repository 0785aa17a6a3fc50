import { copyOf } from '../../clickhouse-copy/index.ts'
import type { Store } from '../../db/index.ts'
import { indexerOf } from '../indexing/indexer.ts'
import { mergeAllStatement, mergeStatement, readStructure } from '../indexing/merge-queries.ts'

/**
 * On SQLite, rewrites the word index, which keeps the words of a deleted request until their segment is merged.
 * PostgreSQL stores words in the request's row.
 */
export async function eraseDeletedWords(store: Store, signal: AbortSignal): Promise<void> {
  if (store.dialect !== 'sqlite') return
  await indexerOf(store).flush()
  let structure = await readStructure(store.db)
  // The first step starts a merge of all segments; the other steps continue it.
  for (let statement = mergeAllStatement(); ; statement = mergeStatement()) {
    signal.throwIfAborted()
    await store.append([statement])
    const nextStructure = await readStructure(store.db)
    if (nextStructure === structure) return
    structure = nextStructure
  }
}

/** Starts to remove deleted requests from the files of ClickHouse; false if it is behind or out of reach. */
export const eraseDeletedCopies = async (store: Store): Promise<boolean> =>
  (await copyOf(store)?.eraseDeleted()) ?? true
