import type { BulkSpan } from '../../contract/index.ts'
import {
  type Attributes,
  atMost,
  maxAttributes,
  maxEvents,
  maxLinks,
  type Span,
  type SpanKind,
  type SpanStatus,
  valueOfJson,
} from '../../engine/traces/index.ts'

/** Converts a span of /spans-bulk, which the contract has checked. */
export function readBulkSpan(span: BulkSpan): Span {
  atMost(span.events.length, maxEvents, 'events')
  atMost(span.links.length, maxLinks, 'links')
  return {
    traceId: span.context.trace_id,
    spanId: span.context.span_id,
    parentSpanId: span.parent_id ?? null,
    traceState: span.context.trace_state,
    name: span.name,
    kind: span.kind.slice('SpanKind.'.length) as SpanKind,
    startedAt: span.start_time,
    endedAt: span.end_time > 0n ? span.end_time : null,
    status: span.status.status_code.slice('StatusCode.'.length) as SpanStatus,
    statusMessage: span.status.description ?? null,
    attributes: attributesOf(span.attributes),
    events: span.events.map(({ name, timestamp, attributes }) => ({
      name,
      time: timestamp ?? 0n,
      attributes: attributesOf(attributes),
    })),
    links: span.links.map(({ context, attributes }) => ({
      traceId: idIn(context, 'trace_id', 'traceId'),
      spanId: idIn(context, 'span_id', 'spanId'),
      attributes: attributesOf(attributes),
    })),
    resource: attributesOf(span.resource.attributes),
    schemaUrl: span.resource.schema_url,
    scope: { name: '', version: '' },
  }
}

type Fields = Readonly<Record<string, unknown>>

function attributesOf(fields: Fields | null | undefined): Attributes {
  const entries = Object.entries(fields ?? {})
  atMost(entries.length, maxAttributes, 'attributes')
  return new Map(entries.map(([key, value]) => [key, valueOfJson(value)]))
}

/** Reads an id of a link's context, which SDK 1.3.6 spells in camel case. */
function idIn(context: Fields | null | undefined, ...names: string[]): string {
  atMost(Object.keys(context ?? {}).length, maxAttributes, 'fields in the context of a link')
  const first = names.map((name) => context?.[name]).find((id) => typeof id === 'string')
  return typeof first === 'string' ? first : ''
}
