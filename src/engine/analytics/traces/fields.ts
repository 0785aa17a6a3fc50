import type { Unit } from '../measure.ts'

/** A chart covers traces, their spans, or their sessions. */
export type TraceLevel = 'trace' | 'span' | 'session'

/** Subjects of the scores of a chart. */
export const scoredSubjects = ['trace', 'session'] as const
export type ScoredSubject = (typeof scoredSubjects)[number]

/** Metrics of a trace or span, with their units. Durations are stored in milliseconds and shown in seconds. */
export const traceMetricFields = {
  trace_duration_ms: 'duration_seconds',
  trace_total_cost_usd: 'currency',
  trace_total_tokens: 'tokens',
  trace_input_tokens: 'tokens',
  trace_output_tokens: 'tokens',
  trace_span_count: 'count',
  trace_depth: 'number',
  span_duration_ms: 'duration_seconds',
  span_cost_usd: 'currency',
  span_tokens: 'tokens',
  span_input_tokens: 'tokens',
  span_output_tokens: 'tokens',
} as const satisfies Record<string, Unit>
export type TraceMetricField = keyof typeof traceMetricFields

/** Fields that a chart measures: numbers of traces and spans, and scores. Rows without the score are left out. */
export const traceMeasureFields = { ...traceMetricFields, score: 'number' } as const
export type TraceMeasureField = keyof typeof traceMeasureFields

/**
 * Fields that group traces or spans. A trace has several values of `trace_models_used`, `trace_prompt_ids`,
 * `trace_workflow_ids` and `trace_tool_names`.
 */
export const traceGroupFields = [
  'trace_status',
  'trace_name',
  'trace_models_used',
  'trace_prompt_ids',
  'trace_workflow_ids',
  'trace_tool_names',
  'span_tool_name',
  'span_name',
  'span_type',
  'span_kind',
  'span_status',
] as const
export type TraceGroupField = (typeof traceGroupFields)[number]

/** The prefix of a field is its level. */
export const levelOf = (field: TraceMetricField | TraceGroupField): TraceLevel =>
  field.startsWith('span_') ? 'span' : 'trace'
