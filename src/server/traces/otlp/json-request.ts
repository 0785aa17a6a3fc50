import { MalformedItem, type OtlpKeyValue, type OtlpSpan, type OtlpTraces } from '../../../contract/index.ts'
import { ExactNumber } from '../../../engine/json/exact-number.ts'
import { type Fields, isFields } from '../../../engine/json/fields.ts'
import {
  type Attributes,
  type AttributeValue,
  atMost,
  maxAttributes,
  maxEvents,
  maxLinks,
  maxValueDepth,
  objectOf,
  type Span,
  spanRefused,
} from '../../../engine/traces/index.ts'
import { finite } from './protobuf-value.ts'
import { ReceivedSpans } from './received-items.ts'
import { type Origin, spanOf } from './span-parts.ts'

/** Reads an opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest in JSON, which the contract has checked. */
export function readJson(request: OtlpTraces): ReceivedSpans {
  const received = new ReceivedSpans()
  for (const { resource, schemaUrl, scopeSpans } of request.resourceSpans ?? []) {
    const shared = { resource: attributesOf(resource?.attributes), schemaUrl: schemaUrl ?? '' }
    for (const { scope, spans } of scopeSpans ?? []) {
      const origin = { ...shared, scope: { name: scope?.name ?? '', version: scope?.version ?? '' } }
      for (const span of spans ?? []) received.add(() => readSpan(span, origin))
    }
  }
  return received
}

function readSpan(span: OtlpSpan | MalformedItem, origin: Origin): Span {
  if (span instanceof MalformedItem) throw spanRefused(span.reason)
  atMost(span.events?.length ?? 0, maxEvents, 'events')
  atMost(span.links?.length ?? 0, maxLinks, 'links')
  return spanOf(
    {
      traceId: span.traceId.toLowerCase(),
      spanId: span.spanId.toLowerCase(),
      parentSpanId: span.parentSpanId?.toLowerCase() ?? '',
      traceState: span.traceState ?? '',
      name: span.name,
      kind: span.kind ?? 0,
      startedAt: BigInt(span.startTimeUnixNano),
      endedAt: BigInt(span.endTimeUnixNano ?? 0),
      status: span.status?.code ?? 0,
      statusMessage: span.status?.message ?? '',
      attributes: attributesOf(span.attributes),
      droppedAttributes: span.droppedAttributesCount ?? 0,
      events: (span.events ?? []).map(({ name, timeUnixNano, attributes }) => ({
        name: name ?? '',
        time: BigInt(timeUnixNano ?? 0),
        attributes: attributesOf(attributes),
      })),
      links: (span.links ?? []).map(({ traceId, spanId, attributes }) => ({
        traceId: traceId ?? '',
        spanId: spanId ?? '',
        attributes: attributesOf(attributes),
      })),
    },
    origin,
  )
}

export function attributesOf(list: readonly OtlpKeyValue[] | null | undefined): Attributes {
  atMost(list?.length ?? 0, maxAttributes, 'attributes')
  return new Map((list ?? []).map(({ key, value }) => [key, valueIn(value, 0)]))
}

export function valueIn(raw: unknown, depth: number): AttributeValue {
  if (depth > maxValueDepth) throw spanRefused(`nests values deeper than ${maxValueDepth} levels`)
  if (!isFields(raw)) return null
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = raw
  if (typeof stringValue === 'string') return stringValue
  if (typeof boolValue === 'boolean') return boolValue
  if (intValue !== undefined) return wholeNumber(intValue)
  if (doubleValue !== undefined) return finite(Number(doubleValue))
  if (isFields(arrayValue)) return listIn(arrayValue).map((item) => valueIn(item, depth + 1))
  if (isFields(kvlistValue))
    return objectOf(
      listIn(kvlistValue)
        .filter(isFields)
        .map(({ key, value }) => [String(key ?? ''), valueIn(value, depth + 1)]),
    )
  return typeof bytesValue === 'string' ? bytesValue : null
}

const listIn = ({ values }: Fields): unknown[] => (Array.isArray(values) ? values : [])

/** Reads a 64-bit number with all its digits; any other text stays text. */
function wholeNumber(value: unknown): AttributeValue {
  const number = Number(value)
  if (Number.isSafeInteger(number) && value !== '') return number
  if (value instanceof ExactNumber) return value
  if (typeof value !== 'string') return null
  return /^-?[1-9]\d{0,18}$/.test(value) ? new ExactNumber(value) : value
}
