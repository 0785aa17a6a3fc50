import type { OutputShape } from './content.ts'
import type { FacetKind } from './facets.ts'

/** What a filter says, checked, in the few kinds of tests that every engine carries out. */
export type Expression =
  | { readonly type: 'all' | 'any'; readonly of: readonly Expression[] }
  | { readonly type: 'not'; readonly of: Expression }
  | Test

export type Test =
  | { readonly type: 'number'; readonly field: NumberField; readonly range: Range }
  | { readonly type: 'number_in'; readonly field: NumberField; readonly in: readonly number[] }
  | { readonly type: 'present'; readonly field: NumberField }
  | { readonly type: 'value'; readonly field: ValueField; readonly in: readonly string[] }
  | { readonly type: 'text'; readonly field: TextField; readonly at: Place; readonly text: string }
  | { readonly type: 'shape'; readonly is: OutputShape }
  | { readonly type: 'error'; readonly in: readonly string[] }
  /** One of the scores, whatever its name; null is any at all. */
  | { readonly type: 'score'; readonly range: Range | null }
  /** One of the values under the key. */
  | { readonly type: 'facet'; readonly kind: FacetKind; readonly key: string; readonly in: readonly string[] }
  | { readonly type: 'facet_key'; readonly kind: FacetKind; readonly in: readonly string[] }
  /** A value under the key that holds the folded text. */
  | { readonly type: 'facet_text'; readonly kind: FacetKind; readonly key: string; readonly text: string }
  /** A value under the key that is a number within the range. */
  | { readonly type: 'facet_number'; readonly kind: FacetKind; readonly key: string; readonly range: Range }
  /** Anything of the kind; with a key, a value under it that is not empty. */
  | { readonly type: 'facet_any'; readonly kind: FacetKind; readonly key: string | null }

export type Place = 'anywhere' | 'start' | 'end'

export type ValueField = 'engine' | 'provider_type' | 'status'
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
  | 'request_start_time'
  | 'request_end_time'

/** Null is without a bound. */
export interface Range {
  readonly from: number | null
  readonly to: number | null
  readonly includesFrom: boolean
  readonly includesTo: boolean
}

export const everything: Expression = { type: 'all', of: [] }
