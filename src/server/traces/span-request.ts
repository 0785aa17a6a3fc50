import type { SpanLog } from '../../contract/index.ts'
import type { Span, SpanCall } from '../../engine/traces/index.ts'
import { billingOf, type PromptLink, type RequestRecord, recordOfLog } from '../requests/index.ts'
import { millisecondsOf } from './document.ts'

const longestTag = 512
const longestMetadataKey = 1024

/** A model call as a request of the log, as if an SDK had reported it to /track-request. */
export function requestOfCall(
  span: Span,
  { call, reading, ...told }: SpanCall,
  link: PromptLink,
): RequestRecord {
  const { startedAt, endedAt } = timesOf(span)
  const { tags, metadata, variables, scores } = told.context
  const kept = {
    tags: tags.filter((tag) => tag.length <= longestTag),
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(([key]) => key.length <= longestMetadataKey),
    ),
  }
  const status = told.failure ? 'ERROR' : 'SUCCESS'
  const original = {
    function_name: call.functionName,
    provider_type: call.providerType,
    args: [],
    kwargs: call.kwargs,
    request_response: call.response,
    request_start_time: new Date(startedAt).toISOString(),
    request_end_time: new Date(endedAt).toISOString(),
    ...kept,
    prompt_input_variables: variables,
    span_id: span.spanId,
    status,
  }
  return {
    source: 'track',
    provider: reading.provider,
    model: reading.model,
    functionName: call.functionName,
    apiType: reading.apiType,
    startedAt,
    endedAt,
    status,
    errorType: told.failure?.kind ?? null,
    errorMessage: told.failure?.message ?? null,
    inputTokens: reading.usage.inputTokens,
    outputTokens: reading.usage.outputTokens,
    price: told.cost,
    billing: billingOf(call.response, reading.usage, call.kwargs),
    link,
    input: reading.input,
    output: reading.output,
    variables,
    groupId: null,
    spanId: span.spanId,
    ...kept,
    scores,
    original: Buffer.from(JSON.stringify(original)),
  }
}

/** What other spans of the same call say beside it: their template, price, metadata, tags, scores. The same where nothing. */
export function withContextOf(record: RequestRecord, others: readonly RequestRecord[]): RequestRecord {
  const more = others.filter(
    ({ link, price, tags, metadata, scores, variables }) =>
      link.prompt_id !== null ||
      price !== null ||
      [tags, scores, Object.keys(metadata), Object.keys(variables)].some(({ length }) => length > 0),
  )
  if (more.length === 0) return record
  const together = [...more, record]
  const merged = (name: 'metadata' | 'variables') => Object.assign({}, ...together.map((one) => one[name]))
  return {
    ...record,
    link: together.findLast(({ link }) => link.prompt_id !== null)?.link ?? record.link,
    price: together.findLast(({ price }) => price !== null)?.price ?? null,
    tags: [...new Set(together.flatMap(({ tags }) => tags))],
    metadata: merged('metadata'),
    variables: merged('variables'),
    scores: together.flatMap(({ scores }) => scores),
  }
}

/** The request that was logged inside a span; times that it lacks are the span's. */
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

/** A call under way ends, for now, when it began. */
function timesOf(span: Span): { startedAt: number; endedAt: number } {
  const startedAt = millisecondsOf(span.startedAt)
  return { startedAt, endedAt: span.endedAt === null ? startedAt : millisecondsOf(span.endedAt) }
}
