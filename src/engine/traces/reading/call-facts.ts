import type { Span } from '../span.ts'
import type { AttributeReader } from './attribute-reader.ts'
import type { ChatMessage } from './chat-message.ts'

export type Operation = 'chat' | 'completion' | 'embedding'

/** Token counts of a span; null where unknown. */
export interface SpanUsage {
  /** Includes cached and cache-write tokens, unless the counts show otherwise (`span-usage.ts`). */
  readonly input: number | null
  readonly output: number | null
  readonly total?: number | null
  readonly cachedInput: number | null
  readonly cacheWrite: number | null
  /** The part of the cache writes that is kept for an hour. */
  readonly cacheWriteHour?: number | null
  readonly inputAudio?: number | null
  readonly outputAudio?: number | null
  /** Part of the output. */
  readonly reasoning: number | null
}

/** Facts of a model call, in a form common to all styles. */
export interface CallFacts {
  readonly operation: Operation
  readonly provider: string | null
  readonly model: string | null
  /** The model that answered; the requested name may be a deployment's. */
  readonly answeringModel?: string | null
  /** The provider's id of the answer. */
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

/** One convention of attribute names. */
export interface AttributeStyle {
  readonly name: string
  /** Whether the span follows this convention, model call or not. */
  matches(span: Span, reader: AttributeReader): boolean
  /** The span's model call; null if it is not one. */
  read(span: Span, reader: AttributeReader): CallFacts | null
}
