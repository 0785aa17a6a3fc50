import {
  type Attributes,
  type Span,
  type SpanEvent,
  type SpanKind,
  type SpanLink,
  spanRefused,
  spanStatuses,
  statedName,
  statedStatus,
} from '../../../engine/traces/index.ts'

/** The fields that all spans of one resource and scope share. */
export interface Origin {
  readonly resource: Attributes
  readonly schemaUrl: string
  readonly scope: { readonly name: string; readonly version: string }
}

/** A span as both encodings of OTLP have it: enumerations as numbers, ids in hexadecimal digits, 0 for no time. */
interface SpanParts {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly traceState: string
  readonly name: string
  readonly kind: number
  readonly startedAt: bigint
  readonly endedAt: bigint
  readonly status: number
  readonly statusMessage: string
  readonly attributes: Attributes
  readonly droppedAttributes: number
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
}

const kinds: readonly SpanKind[] = ['INTERNAL', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER']

export const isId = (id: string, digits: number): boolean =>
  id.length === digits && /^[\da-f]+$/.test(id) && !/^0+$/.test(id)

/**
 * Makes a span. A span without a start begins at its end, because a trace of 1970 would be last in each list.
 * @throws Refusal if the trace id or span id is not valid.
 */
export function spanOf(parts: SpanParts, origin: Origin): Span {
  const { parentSpanId } = parts
  if (!isId(parts.traceId, 32)) throw spanRefused('has no trace id of 16 bytes')
  if (!isId(parts.spanId, 16)) throw spanRefused('has no span id of 8 bytes')
  return {
    traceId: parts.traceId,
    spanId: parts.spanId,
    parentSpanId: isId(parentSpanId, 16) ? parentSpanId : null,
    traceState: parts.traceState,
    name: statedName(parts.name, origin.scope.name, parts.attributes),
    kind: kinds[parts.kind] ?? 'INTERNAL',
    startedAt: parts.startedAt || parts.endedAt,
    endedAt: parts.endedAt > 0n ? parts.endedAt : null,
    ...statedStatus(spanStatuses[parts.status] ?? 'UNSET', parts.statusMessage, parts.attributes),
    attributes: parts.attributes,
    droppedAttributes: parts.droppedAttributes,
    events: parts.events,
    links: parts.links,
    ...origin,
  }
}
