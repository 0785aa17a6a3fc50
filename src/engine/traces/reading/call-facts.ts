import type { Span } from '../span.ts'
import type { AttributeReader } from './attribute-reader.ts'
import type { ChatMessage } from './chat-message.ts'

export type Operation = 'chat' | 'completion' | 'embedding'

/** Tokens as a span tells them; null where it does not. */
export interface SpanUsage {
  /** Cached and cache-write ones are part of it, unless the counts say otherwise (`span-usage.ts`). */
  readonly input: number | null
  readonly output: number | null
  readonly total?: number | null
  readonly cachedInput: number | null
  readonly cacheWrite: number | null
  /** Those of the cache writes that are kept for an hour. */
  readonly cacheWriteHour?: number | null
  readonly inputAudio?: number | null
  readonly outputAudio?: number | null
  /** Part of the output. */
  readonly reasoning: number | null
}

/** What a span says of a model call, whatever the style of its attributes. */
export interface CallFacts {
  readonly operation: Operation
  readonly provider: string | null
  readonly model: string | null
  /** The model that answered: the one asked for may be a deployment's own name. */
  readonly answeredBy?: string | null
  /** Under which the provider gave its answer. */
  readonly responseId?: string | null
  readonly input: readonly ChatMessage[]
  readonly output: readonly ChatMessage[]
  readonly tools: readonly unknown[]
  readonly toolChoice: unknown
  readonly parameters: Readonly<Record<string, unknown>>
  readonly usage: SpanUsage
  /** US dollars. */
  readonly cost: number | null
  readonly finishReason: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly tags: readonly string[]
}

/** One convention of naming attributes. */
export interface AttributeStyle {
  readonly name: string
  /** Whether this convention wrote the span, be it a model call or not. */
  wrote(span: Span, reader: AttributeReader): boolean
  /** What the span says of a model call; null when it is no such call. */
  read(span: Span, reader: AttributeReader): CallFacts | null
}
