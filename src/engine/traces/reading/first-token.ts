import { timeToFirstToken } from '../../call-timing.ts'
import type { Span, SpanEvent } from '../span.ts'
import { isStrands } from '../styles/strands.ts'
import type { AttributeReader } from './attribute-reader.ts'
import { textOf } from './fields.ts'

const secondsKeys = [
  'gen_ai.client.operation.time_to_first_chunk',
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
  'mlflow.chunk.item.0',
  'new_token',
])

/** Milliseconds from the start of a span to the first token of its answer; null if unknown. */
export function firstTokenOf(span: Span, reader: AttributeReader): number | null {
  const inSeconds = reader.number(...secondsKeys)
  const seconds = inSeconds !== null && isStrands(span) ? inSeconds / 1_000 : inSeconds
  const stated = seconds === null ? reader.number(...millisecondsKeys) : seconds * 1_000
  const delay = stated ?? startOfCompletion(span, reader) ?? firstEvent(span)
  return timeToFirstToken(delay, durationOf(span) ?? Number.POSITIVE_INFINITY)
}

/** Milliseconds of a span; null if it has not ended. */
export const durationOf = ({ startedAt, endedAt }: Span): number | null =>
  endedAt === null ? null : milliseconds(endedAt - startedAt)

/** Langfuse writes a time in quotes. */
function startOfCompletion(span: Span, reader: AttributeReader): number | null {
  const text = textOf(
    reader.json('langfuse.observation.completion_start_time', 'mastra.completion_start_time'),
  )
  const time = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? null : time - milliseconds(span.startedAt)
}

function firstEvent({ events, startedAt }: Span): number | null {
  const first = events
    .filter(({ name }: SpanEvent) => firstTokenEvents.has(name))
    .reduce((least, { time }) => Math.min(least, milliseconds(time - startedAt)), Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? first : null
}

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds) / 1_000_000
