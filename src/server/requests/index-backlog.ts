import { LogRequest, TrackRequest } from '../../contract/index.ts'
import { withoutLimits } from '../../engine/bounded.ts'
import { parseExact } from '../../engine/json/exact-number.ts'
import { type Searchable, type SearchContent, searchContentOf } from '../../engine/search/index.ts'
import { originalOf, packPayloadNow, type RequestRow, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { keptJson } from '../http/json.ts'
import { type BacklogEntry, indexBacklogEntry, nextBacklogEntries } from './backlog-queries.ts'
import { facetEntriesOf, scalarEntriesOf } from './facet-entries.ts'
import { indexerOf } from './indexer.ts'
import { lockRequest } from './queries.ts'
import { readingOf } from './track-request.ts'
import { trackedVariables } from './tracked-variables.ts'

const batchSize = 50

/**
 * Indexes requests stored before search existed, newest first in small batches; unreadable ones stay in the
 * backlog. Also restarts indexing of arrivals that the last shutdown left. Returns the number indexed.
 */
export async function indexBacklog(store: Store, signal?: AbortSignal): Promise<number> {
  await indexerOf(store).start()
  let indexed = 0
  let last: BacklogEntry | undefined
  while (!signal?.aborted) {
    const entries = await nextBacklogEntries(store.db, last, batchSize)
    for (const entry of entries) if (await indexOne(store, entry)) indexed++
    if (entries.length > 0) await indexerOf(store).mergeSegments()
    last = entries.at(-1)
    if (!last) break
  }
  return indexed
}

async function indexOne(store: Store, { workspace, id, payload }: BacklogEntry): Promise<boolean> {
  const original = originalOf(payload)
  try {
    await store.transact(async (tx) => {
      const row = await lockRequest(tx, workspace as WorkspaceId, id)
      if (!row) return
      const content = searchContentOf(searchableOf(row, original))
      const entries = [...scalarEntriesOf(row), ...facetEntriesOf(content.facets)]
      const packed = packPayloadNow({ ...textsOf(store, content), original })
      await indexBacklogEntry(tx, store, row, { content, entries, payload: packed })
    })
    return true
  } catch (error) {
    if (store.isUnavailable(error)) throw error
    return false
  }
}

const textsOf = ({ dialect }: Store, { inputText, outputText }: SearchContent) =>
  dialect === 'sqlite' ? { inputText, outputText } : { inputText: '', outputText: '' }

/** Parses the stored original again. Only logged and tracked requests can be in the backlog. */
function searchableOf(row: RequestRow, original: Buffer): Searchable {
  const shared = {
    tags: JSON.parse(row.tags) as string[],
    metadata: parseExact(row.metadata) as Record<string, unknown>,
  }
  const json = keptJson(original.toString('utf8'))
  if (row.source === 'log') {
    const { input, output, prompt_input_variables } = withoutLimits(() => LogRequest.parse(json))
    return { ...shared, input, output, variables: trackedVariables(row) ?? prompt_input_variables }
  }
  const body = withoutLimits(() => TrackRequest.parse(json))
  const { input, output } = readingOf(body)
  return { ...shared, input, output, variables: trackedVariables(row) ?? body.prompt_input_variables ?? {} }
}
