import { hash } from 'node:crypto'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { type Masked, markMasked } from '../../engine/masking/index.ts'
import {
  type Attributes,
  maxSpanBytes,
  objectOf,
  type Span,
  type SpanEvent,
  type SpanReading,
  spanRefused,
  valueOfJson,
} from '../../engine/traces/index.ts'
import { documentOf as documentInFrame } from '../db/index.ts'

/** A span in the form in which it is stored and presented, which is that of /spans-bulk. Attributes may have any key. */
export interface SpanDocument {
  readonly name: string
  readonly context: { readonly trace_id: string; readonly span_id: string; readonly trace_state: string }
  readonly kind: string
  readonly parent_id: string | null
  readonly start_time: string
  readonly end_time: string | null
  readonly status: { readonly status_code: string; readonly description: string | null }
  readonly attributes: Record<string, unknown>
  /** Missing if the sender left out none, and in spans of earlier versions. */
  readonly dropped_attributes_count?: number
  readonly events: EventDocument[]
  readonly links: unknown[]
  readonly resource: { readonly attributes: Record<string, unknown>; readonly schema_url: string }
  readonly scope: { readonly name: string; readonly version: string }
  readonly attribute_style: string | null
  readonly attributes_not_understood: string[]
}

interface LinkDocument {
  readonly context: { readonly trace_id: string; readonly span_id: string }
  readonly attributes: Record<string, unknown>
}

export const writeSpan = (span: Span, reading: SpanReading): string =>
  JSON.stringify(documentOf(span, reading))

/** The document of a stored span. `frame` is the result of `frameOf`. */
export const documentText = (document: string, frame: Uint8Array | null): string =>
  frame ? documentInFrame(frame) : document

/** 128 bits of SHA-256 in base64url. Half of the hash is enough to tell two texts of one span apart. */
const digestCharacters = 22

/** The digest of a span as it was sent. @throws Refusal `invalid` if the span is too large. */
export function digestOf(spanJson: string): string {
  if (spanJson.length > maxSpanBytes) throw spanRefused(`is larger than ${maxSpanBytes} bytes`)
  return hash('sha256', spanJson, 'base64url').slice(0, digestCharacters)
}

function documentOf(span: Span, reading: SpanReading): SpanDocument {
  return {
    name: span.name,
    context: { trace_id: span.traceId, span_id: span.spanId, trace_state: span.traceState },
    kind: `SpanKind.${span.kind}`,
    parent_id: span.parentSpanId,
    start_time: String(span.startedAt),
    end_time: span.endedAt === null ? null : String(span.endedAt),
    status: { status_code: `StatusCode.${span.status}`, description: span.statusMessage },
    attributes: objectOf(span.attributes),
    ...(span.droppedAttributes && { dropped_attributes_count: span.droppedAttributes }),
    events: span.events.map(eventDocument),
    links: span.links.map(({ traceId, spanId, attributes }) => ({
      context: { trace_id: traceId, span_id: spanId },
      attributes: objectOf(attributes),
    })),
    resource: { attributes: objectOf(span.resource), schema_url: span.schemaUrl },
    scope: { name: span.scope.name, version: span.scope.version },
    attribute_style: reading.style,
    attributes_not_understood: [...reading.unreadKeys],
  }
}

export interface EventDocument {
  readonly name: string
  readonly timestamp: string
  readonly attributes: Record<string, unknown>
  readonly source?: SpanEvent['source']
}

export const eventDocument = ({ name, time, attributes, source }: SpanEvent): EventDocument => ({
  name,
  timestamp: String(time),
  attributes: objectOf(attributes),
  ...(source && { source }),
})

export const eventOf = ({ name, timestamp, attributes, source }: EventDocument): SpanEvent => ({
  name,
  time: BigInt(timestamp),
  attributes: attributesOf(attributes),
  ...(source && { source }),
})

/** The depth is -1, because OTLP may nest an empty list one level deeper than the JSON of /spans-bulk. */
const attributesOf = (attributes: Record<string, unknown>): Attributes =>
  new Map(Object.entries(attributes).map(([key, value]) => [key, valueOfJson(value, -1)]))

/** Parses a document, which is masked, to a span. Its events include log records. */
export function spanOfDocument(text: string): Masked<Span> {
  const document = parseExact(text) as SpanDocument
  const { context, resource } = document
  return markMasked({
    traceId: context.trace_id,
    spanId: context.span_id,
    parentSpanId: document.parent_id,
    traceState: context.trace_state,
    name: document.name,
    kind: document.kind.slice('SpanKind.'.length) as Span['kind'],
    startedAt: BigInt(document.start_time),
    endedAt: document.end_time === null ? null : BigInt(document.end_time),
    status: document.status.status_code.slice('StatusCode.'.length) as Span['status'],
    statusMessage: document.status.description,
    attributes: attributesOf(document.attributes),
    ...(document.dropped_attributes_count && { droppedAttributes: document.dropped_attributes_count }),
    events: document.events.map(eventOf),
    links: (document.links as LinkDocument[]).map(({ context: { trace_id, span_id }, attributes }) => ({
      traceId: trace_id,
      spanId: span_id,
      attributes: attributesOf(attributes),
    })),
    resource: attributesOf(resource.attributes),
    schemaUrl: resource.schema_url,
    scope: document.scope,
  })
}

/** Milliseconds with a fraction. */
export const millisecondsOf = (nanoseconds: bigint): number => Number(nanoseconds / 1000n) / 1000
