import type { JsonNumber } from '../json/exact-number.ts'

/** What an attribute may hold. Objects have no prototype: their keys are whatever a stranger wrote. */
export type AttributeValue =
  | string
  | JsonNumber
  | boolean
  | null
  | readonly AttributeValue[]
  | AttributeObject
export interface AttributeObject {
  readonly [key: string]: AttributeValue
}
export type Attributes = ReadonlyMap<string, AttributeValue>

export type SpanKind = 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER'

export const spanStatuses = ['UNSET', 'OK', 'ERROR'] as const
export type SpanStatus = (typeof spanStatuses)[number]

export interface SpanEvent {
  readonly name: string
  readonly time: bigint
  readonly attributes: Attributes
  /** `log`: a log record that names the span. */
  readonly source?: 'log'
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
}

/** One step of a trace, as every wire tells it. Times are nanoseconds since 1970. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly traceState: string
  readonly name: string
  readonly kind: SpanKind
  readonly startedAt: bigint
  /** Null while it is under way. */
  readonly endedAt: bigint | null
  readonly status: SpanStatus
  readonly statusMessage: string | null
  readonly attributes: Attributes
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
  readonly resource: Attributes
  readonly schemaUrl: string
  readonly scope: { readonly name: string; readonly version: string }
}
