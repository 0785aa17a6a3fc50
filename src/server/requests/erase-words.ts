import type { Store } from '../db/index.ts'
import { indexerOf } from './indexer.ts'
import { mergeAllStatement, mergeStatement, readStructure } from './merge-queries.ts'

/**
 * SQLite: rewrites the word index, which holds the words of deleted requests until their segment is merged. PostgreSQL's
 * words go with their rows.
 */
export async function eraseDeletedWords(store: Store, signal: AbortSignal): Promise<void> {
  if (store.dialect !== 'sqlite') return
  await indexerOf(store).flush()
  let before = await readStructure(store.db)
  // The first step makes all segments one merge; the others go on with it.
  for (let statement = mergeAllStatement(); ; statement = mergeStatement()) {
    signal.throwIfAborted()
    await store.append([statement])
    const after = await readStructure(store.db)
    if (after === before) return
    before = after
  }
}
