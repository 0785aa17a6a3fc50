import { LogRequest, TrackRequest } from '../../../contract/index.ts'
import { withoutLimits } from '../../../engine/bounded.ts'
import { parseExact } from '../../../engine/json/parse-exact.ts'
import type { Searchable, SearchContent } from '../../../engine/search/index.ts'
import { enqueueCompiled, originalOf, packPayloadNow, type RequestRow, type Store } from '../../db/index.ts'
import { storedJson } from '../../http/json.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import { forgetStatements, insertStatements } from '../insert-queries.ts'
import { readingOf } from '../logged-content.ts'
import { lockRequest } from '../queries.ts'
import { indexedColumns, type RequestRows } from '../request-rows.ts'
import { searchedContentOf } from '../stored-content.ts'
import { trackedVariables } from '../tracked-variables.ts'
import { nextUnindexed, type UnindexedRequest } from './index-queries.ts'
import { indexerOf } from './indexer.ts'

const batchSize = 50

const noContent: SearchContent = {
  inputText: '',
  outputText: '',
  shape: 'plain_text',
  facets: [],
  turnCount: 0,
  toolCallCount: 0,
}

/**
 * Starts the indexer, and makes index rows for requests that an older version stored without them. Returns the number
 * of those requests.
 */
export async function startIndex(store: Store, signal?: AbortSignal): Promise<number> {
  await indexerOf(store).start()
  for (let indexed = 0; ; ) {
    const unindexed = signal?.aborted ? [] : await nextUnindexed(store.db, batchSize)
    if (unindexed.length === 0) return indexed
    for (const request of unindexed) await indexOne(store, request)
    indexed += unindexed.length
  }
}

async function indexOne(store: Store, { workspace, id, payload }: UnindexedRequest): Promise<void> {
  if (store.dialect === 'sqlite') indexerOf(store).countRequest()
  await store.transact(async (tx) => {
    const row = await lockRequest(tx, workspace as WorkspaceId, id)
    if (!row) return
    const rows = rowsWithIndex(store, row, payload)
    for (const statement of [...forgetStatements(store, row), ...insertStatements(store, rows)])
      await enqueueCompiled(tx, statement)
  })
}

/** A request with an unreadable body is indexed only by its columns. */
function rowsWithIndex({ dialect }: Store, row: RequestRow, payload: Uint8Array): RequestRows {
  try {
    const original = originalOf(payload)
    const searchable = searchableOf(row, original)
    const { content, words } = searchedContentOf(searchable, dialect)
    const { inputText, outputText } = dialect === 'sqlite' ? content : noContent
    return {
      row: { ...row, ...indexedColumns(dialect, content, searchable) },
      content,
      words,
      payload: packPayloadNow(dialect, { inputText, outputText, original }),
    }
  } catch {
    return { row, content: noContent, words: [], payload }
  }
}

/** Parses the stored original again. Only logged and tracked requests can lack index rows. */
function searchableOf(row: RequestRow, original: Buffer): Searchable {
  const shared = {
    tags: JSON.parse(row.tags) as string[],
    metadata: parseExact(row.metadata) as Record<string, unknown>,
  }
  const json = storedJson(original.toString('utf8'))
  if (row.source === 'log') {
    const { input, output, prompt_input_variables } = withoutLimits(() => LogRequest.parse(json))
    return { ...shared, input, output, variables: trackedVariables(row) ?? prompt_input_variables }
  }
  const body = withoutLimits(() => TrackRequest.parse(json))
  const { input, output } = readingOf(body)
  return { ...shared, input, output, variables: trackedVariables(row) ?? body.prompt_input_variables ?? {} }
}
