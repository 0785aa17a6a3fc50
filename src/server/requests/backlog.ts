import { LogRequest, TrackRequest } from '../../contract/index.ts'
import { withoutLimits } from '../../engine/bounded.ts'
import { type Searchable, type SearchContent, searchContentOf } from '../../engine/search/index.ts'
import { originalOf, packPayloadNow, type RequestRow, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { keptJson } from '../http/json.ts'
import { indexLate, takeBacklog, type Waiting } from './backlog-queries.ts'
import { facetEntriesOf, scalarEntriesOf } from './facet-entries.ts'
import { indexerOf } from './indexer.ts'
import { lockRequest } from './queries.ts'
import { readingOf } from './track-request.ts'
import { trackedVariables } from './tracked-variables.ts'

const batchSize = 50

/**
 * Puts into the index what is stored without being there: requests from before there was a search. Newest first, a
 * few at a time, so that it delays nobody; what cannot be read stays. Gives how many are in. Those that an end of
 * the server caught on their way into the index go on beside it.
 */
export async function workOffBacklog(store: Store, signal?: AbortSignal): Promise<number> {
  await indexerOf(store).begin()
  let done = 0
  let last: Waiting | undefined
  while (!signal?.aborted) {
    const taken = await takeBacklog(store.db, last, batchSize)
    for (const waiting of taken) if (await indexOne(store, waiting)) done++
    if (taken.length > 0) await indexerOf(store).tidy()
    last = taken.at(-1)
    if (!last) break
  }
  return done
}

async function indexOne(store: Store, { workspace, id, payload }: Waiting): Promise<boolean> {
  const original = originalOf(payload)
  try {
    await store.transact(async (tx) => {
      const row = await lockRequest(tx, workspace as WorkspaceId, id)
      if (!row) return
      const content = searchContentOf(searchableOf(row, original))
      const entries = [...scalarEntriesOf(row), ...facetEntriesOf(content.facets)]
      const packed = packPayloadNow({ ...textsOf(store, content), original })
      await indexLate(tx, store, row, { content, entries, payload: packed })
    })
    return true
  } catch (error) {
    if (store.isUnavailable(error)) throw error
    return false
  }
}

const textsOf = ({ dialect }: Store, { inputText, outputText }: SearchContent) =>
  dialect === 'sqlite' ? { inputText, outputText } : { inputText: '', outputText: '' }

/** What can be read again from what is stored. Requests from other sources were never without an index. */
function searchableOf(row: RequestRow, original: Buffer): Searchable {
  const shared = {
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
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
