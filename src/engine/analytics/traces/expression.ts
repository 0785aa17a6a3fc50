import type { Range } from '../../search/index.ts'
import type { TraceMetricField } from './fields.ts'

/**
 * A checked filter of traces. Span tests occur only inside `some_span`: one span of the trace must pass all of them.
 */
export type TraceExpression =
  | { readonly type: 'all' | 'any'; readonly of: readonly TraceExpression[] }
  | { readonly type: 'not' | 'some_span'; readonly of: TraceExpression }
  | TraceTest

export type TraceTest =
  | { readonly type: 'number'; readonly field: TraceNumberField; readonly range: Range }
  | { readonly type: 'present'; readonly field: TraceNumberField | TraceTextField }
  | { readonly type: 'value'; readonly field: TraceTextField; readonly in: readonly string[] }
  /** A tag, or a value under a metadata key, of the span's request. */
  | {
      readonly type: 'facet'
      readonly kind: 'tags' | 'metadata'
      readonly key: string
      readonly in: readonly string[]
    }
  /**
   * A score of the trace or of one of its spans that is a number, or yes as 1 and no as 0. A null range
   * matches any score.
   */
  | { readonly type: 'score'; readonly name: string | null; readonly range: Range | null }
  /** A score of the trace or of one of its spans that is a category, `yes`, `no` or a text. */
  | { readonly type: 'score_text'; readonly name: string; readonly in: readonly string[] }
  /** A text within a category, text or comment of a score of the trace, its spans or its session. */
  | { readonly type: 'score_words'; readonly name: string | null; readonly text: string }
  /** Any facet of the kind; with a key, a non-empty value under the key. */
  | { readonly type: 'facet_any'; readonly kind: 'tags' | 'metadata'; readonly key: string | null }

export type TraceNumberField = TraceMetricField | 'trace_start_time' | 'trace_error_count' | 'span_start_time'
/** The last three are properties of spans and of their requests. */
export type TraceTextField =
  | 'trace_id'
  | 'trace_name'
  | 'trace_status'
  | 'trace_state'
  | 'trace_session_id'
  | 'trace_user_id'
  | 'span_id'
  | 'span_name'
  | 'span_type'
  | 'span_kind'
  | 'span_status'
  | 'span_tool_name'
  | 'span_model'
  | 'span_prompt_id'
  | 'span_workflow_id'
