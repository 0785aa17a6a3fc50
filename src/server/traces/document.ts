import { hash } from 'node:crypto'
import { largestSpan, objectOf, type Span, type SpanReading, spanRefused } from '../../engine/traces/index.ts'

/** How a span is kept and shown, in the words of /spans-bulk. Attributes with any key survive being written. */
export interface SpanDocument {
  readonly name: string
  readonly context: { readonly trace_id: string; readonly span_id: string; readonly trace_state: string }
  readonly kind: string
  readonly parent_id: string | null
  readonly start_time: string
  readonly end_time: string | null
  readonly status: { readonly status_code: string; readonly description: string | null }
  readonly attributes: Record<string, unknown>
  readonly events: unknown[]
  readonly links: unknown[]
  readonly resource: { readonly attributes: Record<string, unknown>; readonly schema_url: string }
  readonly scope: { readonly name: string; readonly version: string }
  readonly attribute_style: string | null
  readonly attributes_not_understood: string[]
}

export interface WrittenSpan {
  readonly document: string
  readonly digest: string
}

/** The span as text. A span that is larger than any may be is refused. */
export function writeSpan(span: Span, reading: SpanReading): WrittenSpan {
  const document = JSON.stringify(documentOf(span, reading))
  if (document.length > largestSpan) throw spanRefused(`is larger than ${largestSpan} bytes`)
  return { document, digest: hash('sha256', document, 'base64url') }
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
    events: span.events.map(({ name, time, attributes }) => ({
      name,
      timestamp: String(time),
      attributes: objectOf(attributes),
    })),
    links: span.links.map(({ traceId, spanId, attributes }) => ({
      context: { trace_id: traceId, span_id: spanId },
      attributes: objectOf(attributes),
    })),
    resource: { attributes: objectOf(span.resource), schema_url: span.schemaUrl },
    scope: { name: span.scope.name, version: span.scope.version },
    attribute_style: reading.style,
    attributes_not_understood: [...reading.notUnderstood],
  }
}

/** Milliseconds with a fraction. */
export const millisecondsOf = (nanoseconds: bigint): number => Number(nanoseconds / 1000n) / 1000
