import type { Json } from '../../engine/columns/index.ts'
import type { FirstSpans, ReadSpan as Span } from '../traces/index.ts'
import { freeName, type NamedValues } from './add-row.ts'

/**
 * Makes one row of a trace: its earliest root span, and a summary of all spans. A row of a trace that was cut says so in
 * `spans_complete`.
 */
export function traceRow(traceId: string, { spans, isWhole }: FirstSpans): NamedValues | null {
  const root = spans.find(({ parent_id }) => parent_id === null) ?? spans[0]
  if (!root) return null
  const brief = spans.map((span) => ({
    span_id: span.context.span_id,
    parent_id: span.parent_id,
    name: span.name,
    latency_ms: span.latency_ms,
    status: span.status.status_code,
  }))
  return new Map<string, Json>([
    ['trace_id', traceId],
    ...commonValues(root),
    ['spans', brief],
    ...cut(isWhole),
  ])
}

/** Makes a row of a span; each direct child becomes a column. */
export function spanRow(traceId: string, { spans, isWhole }: FirstSpans, spanId: string): NamedValues | null {
  const span = spans.find(({ context }) => context.span_id === spanId)
  if (!span) return null
  const values = new Map<string, Json>([['trace_id', traceId], ['span_id', spanId], ...commonValues(span)])
  for (const child of spans)
    if (child.parent_id === spanId)
      values.set(freeName(child.name, values), outputOf(child) ?? attributesOf(child))
  for (const [name, value] of cut(isWhole)) values.set(freeName(name, values), value)
  return values
}

const cut = (isWhole: boolean): [string, Json][] => (isWhole ? [] : [['spans_complete', false]])

function commonValues(span: Span): [string, Json][] {
  return [
    ['name', span.name],
    ['input', inputOf(span)],
    ['output', outputOf(span)],
    ['status', span.status.status_code],
    ['latency_ms', span.latency_ms],
  ]
}

/** Attributes that hold input and output in the supported styles, those of the vendor's SDKs first. */
const inputKeys = [
  'function_input',
  'input.value',
  'gen_ai.input.messages',
  'gen_ai.prompt',
  'ai.prompt',
  'input',
]
const outputKeys = [
  'function_output',
  'output.value',
  'gen_ai.output.messages',
  'gen_ai.completion',
  'ai.response.text',
  'output',
]

const inputOf = (span: Span): Json => firstOf(span, inputKeys)
const outputOf = (span: Span): Json => firstOf(span, outputKeys)
const attributesOf = (span: Span): Json => span.attributes as Json

function firstOf({ attributes }: Span, keys: readonly string[]): Json {
  const key = keys.find((key) => Object.hasOwn(attributes, key))
  return key === undefined ? null : ((attributes[key] ?? null) as Json)
}
