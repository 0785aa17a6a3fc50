import {
  type Attributes,
  atMost,
  maxEvents,
  maxLinks,
  type Span,
  type SpanEvent,
  type SpanLink,
} from '../../../engine/traces/index.ts'
import { readAttributes } from './protobuf-value.ts'
import { type Origin, spanOf } from './span-parts.ts'
import type { WireReader } from './wire-reader.ts'

/** Reads an opentelemetry.proto.trace.v1.Span. */
export function readSpanMessage(reader: WireReader, origin: Origin): Span {
  const attributes: WireReader[] = []
  const events: WireReader[] = []
  const links: WireReader[] = []
  const parts = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    traceState: '',
    name: '',
    kind: 0,
    droppedAttributes: 0,
  }
  let [startedAt, endedAt] = [0n, 0n]
  let status = { code: 0, message: '' }
  while (reader.next()) {
    if (reader.field === 1) parts.traceId = reader.hex()
    else if (reader.field === 2) parts.spanId = reader.hex()
    else if (reader.field === 3) parts.traceState = reader.text()
    else if (reader.field === 4) parts.parentSpanId = reader.hex()
    else if (reader.field === 5) parts.name = reader.text()
    else if (reader.field === 6) parts.kind = reader.varint()
    else if (reader.field === 7) startedAt = reader.fixed64()
    else if (reader.field === 8) endedAt = reader.fixed64()
    else if (reader.field === 9) attributes.push(reader.message())
    else if (reader.field === 10) parts.droppedAttributes = reader.varint()
    else if (reader.field === 11) events.push(reader.message())
    else if (reader.field === 13) links.push(reader.message())
    else if (reader.field === 15) status = readStatus(reader.message())
    else reader.skip()
  }
  atMost(events.length, maxEvents, 'events')
  atMost(links.length, maxLinks, 'links')
  return spanOf(
    {
      ...parts,
      startedAt,
      endedAt,
      status: status.code,
      statusMessage: status.message,
      attributes: readAttributes(attributes),
      events: events.map(readEvent),
      links: links.map(readLink),
    },
    origin,
  )
}

function readStatus(reader: WireReader): { code: number; message: string } {
  const status = { code: 0, message: '' }
  while (reader.next())
    if (reader.field === 2) status.message = reader.text()
    else if (reader.field === 3) status.code = reader.varint()
    else reader.skip()
  return status
}

function readEvent(reader: WireReader): SpanEvent {
  const attributes: WireReader[] = []
  let [time, name] = [0n, '']
  while (reader.next())
    if (reader.field === 1) time = reader.fixed64()
    else if (reader.field === 2) name = reader.text()
    else if (reader.field === 3) attributes.push(reader.message())
    else reader.skip()
  return { time, name, attributes: readAttributes(attributes) }
}

function readLink(reader: WireReader): SpanLink {
  const attributes: WireReader[] = []
  let [traceId, spanId] = ['', '']
  while (reader.next())
    if (reader.field === 1) traceId = reader.hex()
    else if (reader.field === 2) spanId = reader.hex()
    else if (reader.field === 4) attributes.push(reader.message())
    else reader.skip()
  return { traceId, spanId, attributes: readAttributes(attributes) }
}

export function readResourceMessage(reader: WireReader): Attributes {
  const attributes: WireReader[] = []
  while (reader.next())
    if (reader.field === 1) attributes.push(reader.message())
    else reader.skip()
  return readAttributes(attributes)
}

export function readScopeMessage(reader: WireReader): { name: string; version: string } {
  const scope = { name: '', version: '' }
  while (reader.next())
    if (reader.field === 1) scope.name = reader.text()
    else if (reader.field === 2) scope.version = reader.text()
    else reader.skip()
  return scope
}
