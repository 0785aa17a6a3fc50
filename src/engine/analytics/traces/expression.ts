import type { Range } from '../../search/index.ts'
import type { TraceMetricField } from './fields.ts'

/**
 * A filter of traces, checked. Tests of spans stand in `some_span` alone: one span of the trace passes all that is
 * said inside.
 */
export type TraceExpression =
  | { readonly type: 'all' | 'any'; readonly of: readonly TraceExpression[] }
  | { readonly type: 'not' | 'some_span'; readonly of: TraceExpression }
  | TraceTest

export type TraceTest =
  | { readonly type: 'number'; readonly field: TraceNumberField; readonly range: Range }
  | { readonly type: 'present'; readonly field: TraceNumberField | TraceTextField }
  | { readonly type: 'value'; readonly field: TraceTextField; readonly in: readonly string[] }
  /** A tag, or a value under a key of the metadata, of the span's request. */
  | {
      readonly type: 'facet'
      readonly kind: 'tags' | 'metadata'
      readonly key: string
      readonly in: readonly string[]
    }
  /** With a key, a value under it that is not empty. */
  | { readonly type: 'facet_any'; readonly kind: 'tags' | 'metadata'; readonly key: string | null }

export type TraceNumberField = TraceMetricField | 'trace_start_time' | 'span_start_time'
/** The last three are told by spans and by the requests that they are. */
export type TraceTextField =
  | 'trace_id'
  | 'trace_name'
  | 'trace_status'
  | 'span_id'
  | 'span_name'
  | 'span_type'
  | 'span_kind'
  | 'span_status'
  | 'span_tool_name'
  | 'span_model'
  | 'span_prompt_id'
  | 'span_workflow_id'
