import { isCounted, isReported } from '../template/provider-reading/index.ts'
import type { SpanCall } from './read-span.ts'
import type { Span } from './span.ts'

/** Facts that decide whether two spans report one model call. Stored with each span of a call. */
export interface ReportedCall {
  /** The provider's id of the answer, or the key of a failed call of Anthropic; null if the span has neither. */
  readonly responseId: string | null
  /** The requested and the answering model, in lower case without the provider prefix. */
  readonly models: readonly string[]
  readonly inputTokens: number
  readonly outputTokens: number
  readonly isFailed: boolean
  /** The instrumentation that wrote the span. */
  readonly scope: string
  /** Amount of detail. Among several spans, the most detailed one holds the request. */
  readonly detail: number
}

/** A reported call with its times, in milliseconds since 1970. */
export interface PlacedCall extends ReportedCall {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly startedAt: number
  readonly endedAt: number
}

/** Above the length of every provider's ids. */
const maxIdLength = 256
/** openai-agents writes the last one for a missing id. */
const placeholders = new Set(['', '__fake_id__'])

export function reportedCall(span: Span, call: SpanCall): ReportedCall {
  const { reading, responseId } = call
  const { inputTokens, outputTokens } = reading.usage
  const answered = (call.call.response as { model?: unknown } | null)?.model
  const names = [reading.model, typeof answered === 'string' ? answered : ''].map(plainModel)
  const isId = responseId !== null && !placeholders.has(responseId) && responseId.length <= maxIdLength
  return {
    responseId: isId ? responseId : failureKey(span, call),
    models: [...new Set(names)].filter((name) => name !== '').map((name) => name.slice(0, maxIdLength)),
    inputTokens,
    outputTokens,
    isFailed: call.failure !== null,
    scope: instrumentationOf(span).slice(0, maxIdLength),
    detail: detailOf(call),
  }
}

const anthropicSdk = 'com.anthropic.sdk'
/** Ids of providers have no blanks. */
const failurePrefix = 'failed '

/**
 * Key of a failed call of Anthropic, which has no id of an answer: Anthropic's SDK writes a span of its own beside that of
 * an instrumentation. Spans without a parent are in two traces, so the process is the rest of their key.
 */
function failureKey(span: Span, { call, reading, failure }: SpanCall): string | null {
  if (failure === null || call.providerType !== 'anthropic' || reading.model === '') return null
  const parentKey =
    span.parentSpanId === null
      ? ['service.name', 'service.instance.id'].map((key) => span.resource.get(key) ?? '')
      : [span.traceId, span.parentSpanId]
  return [`${failurePrefix}${plainModel(reading.model)}`, ...parentKey].join(' ').slice(0, maxIdLength)
}

/** All instrumentations of MLflow write in one scope; they differ in the format of their messages. */
function instrumentationOf({ scope, attributes }: Span): string {
  const format = attributes.get('mlflow.message.format')
  return typeof format === 'string' ? `${scope.name} ${format}` : scope.name
}

const plainModel = (model: string): string => model.toLowerCase().replace(/^.*\//, '')

/** Tokens have the highest weight, because the price depends on them; then messages. */
function detailOf({ reading, call, cost }: SpanCall): number {
  const { usage, template } = reading
  const messages = template.type === 'chat' ? template.messages : []
  const parts =
    messages.length +
    messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : [])).length
  const offered = template.type === 'chat' ? (template.tools?.length ?? 0) : 0
  const maxParts = 9_999
  return (
    (isCounted(usage) ? 2_000_000 : isReported(usage) ? 1_000_000 : 0) +
    Math.min(10 * parts + offered + (cost === null ? 0 : 1), maxParts) * 100 +
    Math.min(Object.keys(call.kwargs).length, 99)
  )
}

/** An instrumentation reports each call once. Spans of /spans-bulk name no instrumentation. */
export const haveSameInstrumentation = (left: ReportedCall, right: ReportedCall): boolean =>
  left.scope !== '' && left.scope === right.scope

export const haveOtherResponseIds = (left: ReportedCall, right: ReportedCall): boolean =>
  hasAnswerId(left) && hasAnswerId(right) && left.responseId !== right.responseId

const hasAnswerId = ({ responseId }: ReportedCall): boolean =>
  responseId !== null && !responseId.startsWith(failurePrefix)

/**
 * Whether two spans report left call: a direct child without contradicting facts, or two instrumentations with the same
 * response id or key at the same time, in any trace. The time is checked because some providers give all answers left id.
 */
export function isSameCall(left: PlacedCall, right: PlacedCall): boolean {
  if (haveSameInstrumentation(left, right) || haveOtherResponseIds(left, right)) return false
  if (left.isFailed !== right.isFailed || !haveSameModel(left, right)) return false
  const hasSameTokens = haveSameTokens(left, right)
  if (hasSameTokens && (isWithin(left, right) || isWithin(right, left))) return true
  if (left.responseId === null || left.responseId !== right.responseId || left.scope === right.scope)
    return false
  if (!hasAnswerId(left)) return isReportedBySdkToo(left, right)
  return hasSameTokens ? overlap(left, right) : isCountedTwice(left, right)
}

const isReportedBySdkToo = (left: PlacedCall, right: PlacedCall): boolean =>
  (left.scope.startsWith(anthropicSdk) && isDuring(left, right)) ||
  (right.scope.startsWith(anthropicSdk) && isDuring(right, left))

/** OpenLLMetry adds the output tokens of the first event of Anthropic's streams to their total. */
const isCountedTwice = (left: PlacedCall, right: PlacedCall): boolean =>
  left.inputTokens === right.inputTokens && (isDuring(left, right) || isDuring(right, left))

const isDuring = (inner: PlacedCall, outer: PlacedCall): boolean =>
  inner.startedAt >= outer.startedAt && inner.endedAt <= outer.endedAt

const isWithin = (inner: PlacedCall, outer: PlacedCall): boolean =>
  inner.parentSpanId === outer.spanId && inner.traceId === outer.traceId

const overlap = (left: PlacedCall, right: PlacedCall): boolean =>
  left.startedAt <= right.endedAt && right.startedAt <= left.endedAt

const haveSameModel = ({ models: leftModels }: PlacedCall, { models: rightModels }: PlacedCall): boolean =>
  leftModels.length === 0 ||
  rightModels.length === 0 ||
  leftModels.some((model) =>
    rightModels.some((other) => isSameModel(model, other) || isSameModel(other, model)),
  )

/** AutoGen reports `gpt-4o-mini-2024-07-18` for a call of `gpt-4o-mini`. */
const isSameModel = (model: string, other: string): boolean =>
  model === other ||
  (model.startsWith(`${other}-20`) && /^-\d{4}-?\d\d-?\d\d$/.test(model.slice(other.length)))

/** A missing count, frequent for streams, does not contradict the other span's count. */
function haveSameTokens(left: PlacedCall, right: PlacedCall): boolean {
  if (left.inputTokens + left.outputTokens === 0 || right.inputTokens + right.outputTokens === 0) return true
  return left.inputTokens === right.inputTokens && left.outputTokens === right.outputTokens
}
