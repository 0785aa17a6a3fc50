import { isFields } from '../json/fields.ts'
import { AttributeReader } from './reading/attribute-reader.ts'
import { messagesOf } from './reading/chat-message.ts'
import { numberOf, textOf } from './reading/fields.ts'
import type { Span, SpanEvent } from './span.ts'

/** Input and output of a step, and the speed of a model's answer. */
export interface SpanContent {
  readonly input: string | null
  readonly output: string | null
  /** Milliseconds. */
  readonly timeToFirstToken: number | null
  /** Output tokens a second after the first token; null without both. */
  readonly tokensPerSecond: number | null
}

/** Attributes for the input and output of tools and other steps, by precedence. */
const inputKeys = [
  'gen_ai.tool.call.arguments',
  'ai.toolCall.args',
  'ai.toolCall.input',
  'tool.parameters',
  'tool_arguments',
  'input.value',
  'traceloop.entity.input',
  'langfuse.observation.input',
  'mlflow.spanInputs',
  'gcp.vertex.agent.tool_call_args',
  'gen_ai.prompt',
] as const
const outputKeys = [
  'gen_ai.tool.call.result',
  'ai.toolCall.result',
  'ai.toolCall.output',
  'tool_response',
  'output.value',
  'traceloop.entity.output',
  'langfuse.observation.output',
  'mlflow.spanOutputs',
  'gcp.vertex.agent.tool_response',
  'gen_ai.completion',
] as const

const secondsKeys = [
  'gen_ai.response.time_to_first_chunk',
  'gen_ai.response.time_to_first_token',
  'gen_ai.latency.time_to_first_token',
  'gen_ai.server.time_to_first_token',
] as const
const millisecondsKeys = ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'] as const
/** Events at the first part of a streamed answer. */
const firstTokenEvents = new Set([
  'First Token Stream Event',
  'llm.content.completion.chunk',
  'gen_ai.content.chunk',
  'ai.stream.firstChunk',
  'first_token',
  'new_token',
])
const outputTokenKeys = [
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.token_count.completion',
  'llm.usage.completion_tokens',
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
] as const

export function contentOfSpan(span: Span): SpanContent {
  const reader = new AttributeReader(span.attributes)
  const first = timeToFirstToken(span, reader)
  return {
    input: contentText(reader, inputKeys) ?? lastText(reader, 'gen_ai.input.messages', 'user'),
    output: contentText(reader, outputKeys) ?? lastText(reader, 'gen_ai.output.messages', 'assistant'),
    timeToFirstToken: first,
    tokensPerSecond: tokensPerSecond(span, reader, first),
  }
}

function contentText(reader: AttributeReader, keys: readonly string[]): string | null {
  const value = reader.value(...keys)
  if (value === undefined || value === null) return null
  return textOf(value) ?? JSON.stringify(value)
}

/** The text of the last message of a role: an agent's span repeats the messages of the calls below it. */
function lastText(reader: AttributeReader, key: string, role: string): string | null {
  const message = messagesOf(reader.value(key), role).findLast((candidate) => candidate.role === role)
  if (!message) return null
  const parts: unknown[] = Array.isArray(message['content']) ? message['content'] : [message['content']]
  const texts = parts.flatMap((part) => textOf(isFields(part) ? part['text'] : part) ?? [])
  return texts.join('\n\n') || null
}

/** A time before the start or after the end is a fault of a clock or an instrumentation. */
function timeToFirstToken(span: Span, reader: AttributeReader): number | null {
  const seconds = reader.number(...secondsKeys)
  const stated = seconds === null ? reader.number(...millisecondsKeys) : seconds * 1_000
  const delay = stated ?? startOfCompletion(span, reader) ?? firstEvent(span)
  if (delay === null || delay < 0) return null
  return span.endedAt !== null && delay > milliseconds(span.endedAt - span.startedAt) ? null : delay
}

/** Langfuse writes a time in quotes. */
function startOfCompletion(span: Span, reader: AttributeReader): number | null {
  const text = textOf(reader.json('langfuse.observation.completion_start_time'))
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time - milliseconds(span.startedAt)
}

function firstEvent({ events, startedAt }: Span): number | null {
  const times = events.filter(({ name }: SpanEvent) => firstTokenEvents.has(name)).map(({ time }) => time)
  if (times.length === 0) return null
  // biome-ignore lint/complexity/useMathMinMax: the times are bigints, which Math.min does not take.
  return milliseconds(times.reduce((first, time) => (time < first ? time : first)) - startedAt)
}

function tokensPerSecond({ startedAt, endedAt }: Span, reader: AttributeReader, first: number | null) {
  const tokens = numberOf(reader.value(...outputTokenKeys))
  if (tokens === null || tokens <= 0 || first === null || endedAt === null) return null
  const streamed = milliseconds(endedAt - startedAt) - first
  return streamed > 0 ? (tokens * 1_000) / streamed : null
}

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds) / 1_000_000
