import type { ErrorType } from '../../contract/index.ts'
import { spacedWords } from '../../engine/search/index.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import type { Context } from '../context.ts'
import type { CompiledQuery, RequestRow } from '../db/index.ts'
import type { WorkspaceId } from '../http/caller.ts'
import { indexerOf } from './indexer.ts'
import { insertStatements } from './insert-queries.ts'
import { openMonth } from './month-queries.ts'
import type { PromptLink } from './prompt-link.ts'
import { upsertScore } from './queries.ts'
import { rowsOf } from './request-rows.ts'
import { storable } from './storable.ts'

/** One LLM call, whichever way it was reported. Texts may hold anything: what no column can hold is replaced here. */
export interface RequestRecord {
  /** Which wire the original is in, and so how it reads later. */
  readonly source: RequestRow['source']
  readonly provider: string
  readonly model: string
  readonly functionName: string
  readonly apiType: string | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly endedAt: number
  readonly status: 'SUCCESS' | 'WARNING' | 'ERROR'
  readonly errorType: ErrorType | null
  readonly errorMessage: string | null
  readonly inputTokens: number
  readonly outputTokens: number
  readonly price: number
  /** From `linkTo`, or `noLink`. */
  readonly link: PromptLink
  readonly input: PromptTemplate
  readonly output: PromptTemplate
  readonly variables: Readonly<Record<string, unknown>>
  readonly groupId: number | null
  readonly spanId: string | null
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly scores: readonly { readonly name: string; readonly score: number }[]
  /** The bytes as they came, without secrets. */
  readonly original: Buffer
}

export interface RecordedRequest {
  readonly id: number
  /** All rows of the request. Nothing is written until they are given to `store.append`; several requests can
   * share one unit. */
  readonly statements: readonly CompiledQuery[]
}

/** The place of a request that is recorded anew (`replaceRequest`). */
interface Place {
  readonly id: number
  readonly createdAt: number
}

/** The one way by which a request enters storage, whatever reported it. */
export async function recordRequest(
  { store, now, requestIds }: Pick<Context, 'store' | 'now' | 'requestIds'>,
  workspace: WorkspaceId,
  record: RequestRecord,
  place?: Place,
): Promise<RecordedRequest> {
  const createdAt = place?.createdAt ?? now()
  // The month of what was there is there.
  if (!place) await openMonth(store, createdAt)
  const id = place?.id ?? (await requestIds.next())
  const rows = await rowsOf(record, { workspace, id, createdAt, packsTexts: store.dialect === 'sqlite' })
  const scores = record.scores.map(({ name, score }) =>
    upsertScore(store, { workspace, request: id, name: storable(name), score }),
  )
  if (store.dialect === 'sqlite') await indexerOf(store).expect(id, place ? null : spacedWords(rows.content))
  return { id, statements: [...insertStatements(store, rows), ...scores] }
}
