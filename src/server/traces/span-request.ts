import type { SpanLog } from '../../contract/index.ts'
import type { Span, SpanCall } from '../../engine/traces/index.ts'
import { billingOf, type PromptLink, type RequestRecord, recordOfLog } from '../requests/index.ts'
import { millisecondsOf } from './document.ts'

const maxTagLength = 512
const maxMetadataKeyLength = 1024
const droppedKey = 'otel.dropped_attributes'

/** The request of a model call, in the format of /track-request. */
export function requestOfCall(
  span: Span,
  { call, reading, firstToken, attempts, ...report }: SpanCall,
  link: PromptLink,
): RequestRecord {
  const { startedAt: spanStartedAt, endedAt } = timesOf(span)
  const startedAt = Math.max(0, spanStartedAt - report.lead)
  const { tags, metadata, variables, scores } = report.context
  const context = {
    tags: tags.filter((tag) => tag.length <= maxTagLength),
    metadata: {
      ...Object.fromEntries(Object.entries(metadata).filter(([key]) => key.length <= maxMetadataKeyLength)),
      // A request with dropped attributes may lack messages; this key makes it searchable.
      ...(span.droppedAttributes && { [droppedKey]: String(span.droppedAttributes) }),
    },
  }
  const status = report.failure ? 'ERROR' : 'SUCCESS'
  const original = {
    function_name: call.functionName,
    provider_type: call.providerType,
    args: [],
    kwargs: call.kwargs,
    request_response: call.response,
    request_start_time: new Date(startedAt).toISOString(),
    request_end_time: new Date(endedAt).toISOString(),
    ...context,
    prompt_input_variables: variables,
    span_id: span.spanId,
    status,
  }
  return {
    format: 'track',
    source: 'app',
    provider: reading.provider,
    model: reading.model,
    functionName: call.functionName,
    apiType: reading.apiType,
    startedAt,
    endedAt,
    status,
    errorType: report.failure?.kind ?? null,
    errorMessage: report.failure?.message ?? null,
    inputTokens: reading.usage.inputTokens,
    outputTokens: reading.usage.outputTokens,
    times: { firstTokenMilliseconds: firstToken, attempts, waitedMilliseconds: null },
    price: report.cost,
    billing: billingOf(call.response, reading.usage, call.kwargs),
    link,
    input: reading.input,
    output: reading.output,
    variables,
    groupId: null,
    spanId: span.spanId,
    ...context,
    scores,
    original: Buffer.from(JSON.stringify(original)),
  }
}

/** The request that was logged within a span. Missing times are those of the span. */
export function requestOfLog(span: Span, log: SpanLog, link: PromptLink): RequestRecord {
  const { startedAt, endedAt } = timesOf(span)
  const start = log.request_start_time ?? startedAt
  const end = log.request_end_time ?? endedAt
  const timed = { ...log, request_start_time: start, request_end_time: end }
  const original = {
    ...timed,
    request_start_time: new Date(start).toISOString(),
    request_end_time: new Date(end).toISOString(),
  }
  return {
    ...recordOfLog(timed),
    spanId: span.spanId,
    link,
    original: Buffer.from(JSON.stringify(original)),
  }
}

/** The times of a span. A running call counts as ended at its start until the end arrives. */
function timesOf(span: Span): { startedAt: number; endedAt: number } {
  const startedAt = millisecondsOf(span.startedAt)
  return { startedAt, endedAt: span.endedAt === null ? startedAt : millisecondsOf(span.endedAt) }
}
