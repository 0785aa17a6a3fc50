import { type NamedScore, percentileOf } from '../../../src/engine/analytics/index.ts'
import type {
  TraceExpression,
  TraceGroupField,
  TraceMeasure,
  TraceTest,
} from '../../../src/engine/analytics/traces/index.ts'
import type { Range } from '../../../src/engine/search/index.ts'
import { type Api, bodyOf } from '../../kit/api.ts'

export const traceAnalyticsPath = '/api/public/v2/traces/analytics/custom-analytics'

export async function traceChartOf(api: Api, chart: object, rest: object = {}) {
  return bodyOf(
    await api.post(traceAnalyticsPath, {
      ...rest,
      customCharts: [{ id: 'chart', chartType: 'bar', ...chart }],
    }),
    200,
  ).customCharts[0]
}

/** A span in memory, for the reference computation. Times are milliseconds. */
export interface PlainSpan {
  readonly id: string
  readonly parent: string | null
  readonly name: string
  readonly type: string
  readonly kind: string
  readonly status: string
  readonly toolName: string | null
  readonly workflowId: string | null
  readonly start: number
  readonly end: number | null
  readonly request: {
    readonly model: string
    readonly cost: number
    readonly input: number
    readonly output: number
    readonly tags: readonly string[]
    readonly metadata: Readonly<Record<string, string>>
  } | null
}

export interface PlainTrace {
  readonly id: string
  readonly spans: readonly PlainSpan[]
  /** Scores of the trace, or of one of its spans. */
  readonly scores: readonly {
    readonly of: 'trace' | 'span'
    readonly name: string
    readonly value: number | boolean | string
  }[]
}

type Value = number | string | null
const isNotNull = <T>(value: T | null): value is T => value !== null

const durationOf = ({ start, end }: PlainSpan) => (end === null ? null : Math.max(0, end - start))

function depthOf({ spans }: PlainTrace): number {
  const ids = new Set(spans.map(({ id }) => id))
  let level = spans.filter(({ parent }) => parent === null || !ids.has(parent))
  let depth = 0
  for (; level.length > 0; depth++) {
    const above = new Set(level.map(({ id }) => id))
    level = spans.filter(({ parent }) => parent !== null && above.has(parent))
  }
  return depth
}

const first = (spans: readonly PlainSpan[]) =>
  spans.toSorted(
    (a, b) =>
      Number(a.parent !== null) - Number(b.parent !== null) ||
      a.start - b.start ||
      (a.id < b.id ? -1 : Number(a.id > b.id)),
  )[0]!

const startOf = ({ spans }: PlainTrace) => Math.min(...spans.map(({ start }) => start))

const hasTokens = (request: PlainSpan['request']): request is NonNullable<PlainSpan['request']> =>
  request !== null && request.input + request.output > 0

/** The value of a field in a span. */
export function spanValue(span: PlainSpan, field: string): Value {
  const { request } = span
  switch (field) {
    case 'span_id':
      return span.id
    case 'span_name':
      return span.name
    case 'span_type':
      return span.type
    case 'span_kind':
      return span.kind
    case 'span_status':
      return span.status
    case 'span_tool_name':
      return span.toolName
    case 'span_workflow_id':
      return span.workflowId
    case 'span_start_time':
      return span.start
    case 'span_duration_ms':
      return durationOf(span)
    case 'span_model':
      return request?.model ?? null
    case 'span_prompt_id':
      return null
    case 'span_cost_usd':
      return request?.cost ?? null
    case 'span_tokens':
      return hasTokens(request) ? request.input + request.output : null
    case 'span_input_tokens':
      return hasTokens(request) ? request.input : null
    case 'span_output_tokens':
      return hasTokens(request) ? request.output : null
  }
  throw new Error(field)
}

export function traceValue(trace: PlainTrace, field: string): Value {
  const { spans } = trace
  const sum = (of: string) => spans.reduce((all, span) => all + Number(spanValue(span, of) ?? 0), 0)
  const tokens = (of: string) =>
    spans.every(({ request }) => request === null) || spans.some(({ request }) => hasTokens(request))
      ? sum(of)
      : null
  switch (field) {
    case 'trace_id':
      return trace.id
    case 'trace_name':
      return first(spans).name
    case 'trace_status':
      return ['ERROR', 'OK'].find((status) => spans.some((span) => span.status === status)) ?? 'UNSET'
    case 'trace_start_time':
      return startOf(trace)
    case 'trace_duration_ms':
      return Math.max(...spans.map((span) => span.start + (durationOf(span) ?? 0))) - startOf(trace)
    case 'trace_total_cost_usd':
      return sum('span_cost_usd')
    case 'trace_total_tokens':
      return tokens('span_tokens')
    case 'trace_input_tokens':
      return tokens('span_input_tokens')
    case 'trace_output_tokens':
      return tokens('span_output_tokens')
    case 'trace_span_count':
      return spans.length
    case 'trace_depth':
      return depthOf(trace)
  }
  throw new Error(field)
}

/** Whether a trace matches. Within `some_span`, `span` is the span that must match. */
export function passes(trace: PlainTrace, expression: TraceExpression, span?: PlainSpan): boolean {
  switch (expression.type) {
    case 'all':
      return expression.of.every((part) => passes(trace, part, span))
    case 'any':
      return expression.of.some((part) => passes(trace, part, span))
    case 'not':
      return !passes(trace, expression.of, span)
    case 'some_span':
      return trace.spans.some((span) => passes(trace, expression.of, span))
    default:
      return passesTest(trace, expression, span)
  }
}

function passesTest(trace: PlainTrace, test: TraceTest, span?: PlainSpan): boolean {
  if (test.type === 'facet' || test.type === 'facet_any') {
    const { tags, metadata } = span!.request ?? { tags: [], metadata: {} as Record<string, string> }
    const values =
      test.kind === 'tags' ? tags : Object.hasOwn(metadata, test.key!) ? [metadata[test.key!]!] : []
    if (test.type === 'facet') return values.some((value) => test.in.includes(value))
    return test.key === null ? values.length > 0 : values.some((value) => value !== '')
  }
  if (test.type === 'score_text')
    return trace.scores.some(({ name, value }) => name === test.name && test.in.includes(scoreText(value)))
  if (test.type === 'score_words')
    return trace.scores.some(
      ({ name, value }) =>
        (test.name === null || name === test.name) &&
        typeof value === 'string' &&
        value.toLowerCase().includes(test.text.toLowerCase()),
    )
  if (test.type === 'score')
    return trace.scores.some(
      ({ name, value }) =>
        (test.name === null || name === test.name) &&
        (test.range === null || (typeof value !== 'string' && isWithin(Number(value), test.range))),
    )
  const value = test.field.startsWith('span_') ? spanValue(span!, test.field) : traceValue(trace, test.field)
  if (value === null) return false
  if (test.type === 'present') return true
  if (test.type === 'value') return test.in.includes(String(value))
  return isWithin(Number(value), test.range)
}

const isWithin = (number: number, { from, to, includesFrom, includesTo }: Range): boolean =>
  (from === null || (includesFrom ? number >= from : number > from)) &&
  (to === null || (includesTo ? number <= to : number < to))

/** The text of a score: a category, yes or no; empty for a number. */
const scoreText = (value: number | boolean | string): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : ''

const fieldsOfSpans: Readonly<Record<string, string>> = {
  trace_models_used: 'span_model',
  trace_prompt_ids: 'span_prompt_id',
  trace_workflow_ids: 'span_workflow_id',
  trace_tool_names: 'span_tool_name',
}

/** The rows that a chart counts: traces or spans. */
export interface Counted {
  readonly trace: PlainTrace
  readonly span: PlainSpan | null
}

export const countedIn = (traces: readonly PlainTrace[], level: 'trace' | 'span'): Counted[] =>
  traces.flatMap((trace): Counted[] =>
    level === 'trace' ? [{ trace, span: null }] : trace.spans.map((span) => ({ trace, span })),
  )

const valueIn = ({ trace, span }: Counted, field: string) =>
  span ? spanValue(span, field) : traceValue(trace, field)

/** The groups of a trace or span. */
export function namesOf(counted: Counted, field: TraceGroupField): string[] {
  const spanField = fieldsOfSpans[field]
  const values = spanField
    ? [...new Set(counted.trace.spans.map((span) => spanValue(span, spanField)))]
    : [valueIn(counted, field)]
  return values.filter(isNotNull).map(String)
}

/**
 * The number of the trace's score with this name, or 1 or 0 for whether it has this value. Each name has one
 * source.
 */
function scoreIn({ scores }: PlainTrace, { name, value }: NamedScore): number | null {
  const stored = scores.find((score) => score.of === 'trace' && score.name === name)?.value
  if (stored === undefined) return null
  if (value === null) return typeof stored === 'string' ? null : Number(stored)
  return typeof stored === 'number' ? null : Number(scoreText(stored) === value)
}

/** Computes a measure over traces or spans, one by one; durations are in seconds. */
export function computeMeasure(all: readonly Counted[], measure: TraceMeasure): Value {
  const { metric, field, percent, unit, score } = measure
  if (metric === 'count' || field === null) return all.length
  const values = all
    .map((each) =>
      field === 'score' ? scoreIn(each.trace, score!) : (valueIn(each, field) as number | null),
    )
    .filter(isNotNull)
  const scale = unit === 'duration_seconds' ? 1000 : 1
  const sum = values.reduce((total, value) => total + value, 0)
  if (metric === 'sum') return sum / scale
  if (values.length === 0) return null
  if (metric === 'avg') return sum / values.length / scale
  if (metric === 'percentile') return percentileOf(values, percent)! / scale
  return Math[metric](...values) / scale
}
