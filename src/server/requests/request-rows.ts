import type { ErrorType } from '../../contract/index.ts'
import { latencyBucket } from '../../engine/analytics/latency-bucket.ts'
import { type CallTimes, outputTokensPerSecond, timeToFirstToken } from '../../engine/call-timing.ts'
import type { RequestSource, SearchContent } from '../../engine/search/index.ts'
import { storable, storableOrNull } from '../../engine/storable.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import { type RequestRow, requestFacets, type Store } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import type { Billing } from './billing.ts'
import { billingText } from './billing.ts'
import { facetEntriesOf } from './facet-entries.ts'
import type { PromptLink } from './prompt-link.ts'
import type { StoredContent } from './stored-content.ts'

/**
 * One LLM call of any source, without its content. Characters that the databases cannot store are replaced when the
 * request is stored.
 */
export interface RequestHead {
  /** The wire format of the original. */
  readonly format: RequestRow['source']
  readonly source: RequestSource
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
  readonly times: CallTimes
  /** US dollars that the caller gave, 0 included; null: compute the price. */
  readonly price: number | null
  /** The parts of the answer that affect the price besides model and tokens. */
  readonly billing?: Billing | null
  /** The result of `linkTo`, or `noLink`. */
  readonly link: PromptLink
  readonly groupId: number | null
  readonly spanId: string | null
  readonly tags: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly scores: readonly { readonly name: string; readonly score: number }[]
}

export interface RequestRecord extends RequestHead {
  readonly input: PromptTemplate
  readonly output: PromptTemplate
  readonly variables: Readonly<Record<string, unknown>>
  /** The received bytes without secrets. */
  readonly original: Buffer
  /** The document of the span that the request was recorded from. SQLite stores it in the payload. */
  readonly document?: string
}

/** The rows of one request, for either engine. */
export interface RequestRows extends Omit<StoredContent, 'media'> {
  readonly row: RequestRow
}

export interface Priced {
  readonly price: number
  readonly source: RequestRow['price_source']
}

interface Identity {
  readonly workspace: WorkspaceId
  readonly id: number
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Variables that were tracked on the request; null: use those of the record. */
  readonly tracked: Readonly<Record<string, unknown>> | null
}

export const rowsOf = (
  { dialect }: Store,
  head: RequestHead,
  priced: Priced,
  { content, words, payload }: StoredContent,
  identity: Identity,
): RequestRows => ({ row: rowOf(dialect, head, priced, content, identity), content, words, payload })

function rowOf(
  dialect: Store['dialect'],
  record: RequestHead,
  priced: Priced,
  content: SearchContent,
  { workspace, id, createdAt, tracked }: Identity,
) {
  const latency = Math.max(0, record.endedAt - record.startedAt)
  return {
    workspace_id: workspace,
    id,
    source: record.format,
    feature: record.source,
    provider: storable(record.provider),
    model: storable(record.model),
    function_name: storable(record.functionName),
    api_type: storableOrNull(record.apiType),
    started_at: record.startedAt,
    ended_at: record.endedAt,
    status: record.status,
    error_type: record.errorType,
    error_message: storableOrNull(record.errorMessage),
    input_tokens: record.inputTokens,
    output_tokens: record.outputTokens,
    price: priced.price,
    price_source: priced.source,
    billing: billingText(record.billing),
    prompt_id: record.link.prompt_id,
    prompt_version_number: record.link.prompt_version_number,
    prompt_label: record.link.prompt_label,
    prompt_input_variables: tracked && JSON.stringify(tracked),
    group_id: record.groupId,
    span_id: storableOrNull(record.spanId),
    tags: JSON.stringify(record.tags),
    metadata: JSON.stringify(record.metadata),
    created_at: createdAt,
    latency_ms: latency,
    latency_bucket: latencyBucket(latency),
    ...indexedColumns(dialect, content, record),
    cached_tokens: record.billing?.cachedInputTokens ?? 0,
    thinking_tokens: record.billing?.reasoningTokens ?? 0,
    ...timingColumns(record.times, { latency_ms: latency, output_tokens: record.outputTokens }),
  }
}

/** The columns with the times of a call. A first token outside the call counts as unknown. */
export function timingColumns(
  { firstTokenMilliseconds, attempts, waitedMilliseconds }: CallTimes,
  { latency_ms: latency, output_tokens: outputTokens }: Pick<RequestRow, 'latency_ms' | 'output_tokens'>,
) {
  const firstToken = timeToFirstToken(firstTokenMilliseconds, latency)
  return {
    time_to_first_token_ms: firstToken,
    output_tokens_per_second: outputTokensPerSecond({ outputTokens, latency, firstToken }),
    attempts,
    waited_ms: waitedMilliseconds === null ? null : Math.round(waitedMilliseconds),
  }
}

/** The columns of a request that follow from its content. */
export const indexedColumns = (
  dialect: Store['dialect'],
  { facets, shape, turnCount, toolCallCount }: SearchContent,
  tagged: Pick<RequestHead, 'tags' | 'metadata'>,
) => ({
  output_shape: shape,
  facets: requestFacets.write(dialect, facetEntriesOf(facets), tagged),
  turn_count: turnCount,
  tool_call_count: toolCallCount,
})
