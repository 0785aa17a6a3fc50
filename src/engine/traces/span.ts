import type { JsonNumber } from '../json/exact-number.ts'

/** The value of an attribute. Objects have no prototype, because callers choose their keys. */
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
  /** `log`: the event was a log record that names the span. */
  readonly source?: 'log'
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Attributes
}

/** One step of a trace, from any wire format. Times are nanoseconds since 1970. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | null
  readonly traceState: string
  readonly name: string
  readonly kind: SpanKind
  readonly startedAt: bigint
  /** Null until the span has ended. */
  readonly endedAt: bigint | null
  readonly status: SpanStatus
  readonly statusMessage: string | null
  readonly attributes: Attributes
  /** Number of attributes that the sender left out: OpenTelemetry's SDKs keep 128 unless they are configured. */
  readonly droppedAttributes?: number
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
  readonly resource: Attributes
  readonly schemaUrl: string
  readonly scope: { readonly name: string; readonly version: string }
}
