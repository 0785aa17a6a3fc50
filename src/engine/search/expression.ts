import type { OutputShape } from './content.ts'
import type { FacetKind } from './facets.ts'

/** A checked filter as a tree of the few tests that both databases implement. */
export type Expression =
  | { readonly type: 'all' | 'any'; readonly of: readonly Expression[] }
  | { readonly type: 'not'; readonly of: Expression }
  | Test

export type Test =
  | { readonly type: 'number'; readonly field: NumberField; readonly range: Range }
  | { readonly type: 'number_in'; readonly field: NumberField; readonly in: readonly number[] }
  | { readonly type: 'present'; readonly field: NumberField }
  | { readonly type: 'value'; readonly field: ValueField; readonly in: readonly string[] }
  | { readonly type: 'text'; readonly field: TextField; readonly at: TextPosition; readonly text: string }
  | { readonly type: 'shape'; readonly is: OutputShape }
  /** A field that not every request has. */
  | { readonly type: 'optional'; readonly field: OptionalField; readonly in: readonly string[] }
  /** A score of the request; a null name matches any score, a null range any value. */
  | { readonly type: 'score'; readonly name: string | null; readonly range: Range | null }
  /** A category, `yes`, `no` or text that the score has from any source. */
  | { readonly type: 'score_text'; readonly name: string; readonly in: readonly string[] }
  /** A text within a category, text or comment of a score; with a null name, of any score. */
  | { readonly type: 'score_words'; readonly name: string | null; readonly text: string }
  /** One of the values under the key. */
  | { readonly type: 'facet'; readonly kind: FacetKind; readonly key: string; readonly in: readonly string[] }
  | { readonly type: 'facet_key'; readonly kind: FacetKind; readonly in: readonly string[] }
  /** A value under the key that contains the folded text. */
  | { readonly type: 'facet_text'; readonly kind: FacetKind; readonly key: string; readonly text: string }
  /** A numeric value under the key within the range. */
  | { readonly type: 'facet_number'; readonly kind: FacetKind; readonly key: string; readonly range: Range }
  /** Any facet of the kind; with a key, a non-empty value under it. */
  | { readonly type: 'facet_any'; readonly kind: FacetKind; readonly key: string | null }

export type TextPosition = 'anywhere' | 'start' | 'end'

export type ValueField = 'engine' | 'provider_type' | 'status' | 'source'
export type OptionalField = 'error_type' | 'prompt_label'
export type TextField = 'input_text' | 'output_text'
export type NumberField =
  | 'pl_id'
  | 'prompt_id'
  | 'group_id'
  | 'prompt_version_number'
  | 'input_tokens'
  | 'output_tokens'
  | 'cost'
  | 'latency_ms'
  | CallTimeField
  | 'request_start_time'
  | 'request_end_time'

/** Times of a call that few requests have. */
export type CallTimeField = (typeof callTimeFields)[number]
export const callTimeFields = [
  'time_to_first_token_ms',
  'output_tokens_per_second',
  'attempts',
  'waited_ms',
] as const

/** Null: no bound. */
export interface Range {
  readonly from: number | null
  readonly to: number | null
  readonly includesFrom: boolean
  readonly includesTo: boolean
}

export const everything: Expression = { type: 'all', of: [] }
