import type { NumberField, OptionalField, ValueField } from './expression.ts'
import type { FacetKind } from './facets.ts'

export const filterOperators = [
  'is',
  'is_not',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'before',
  'after',
  'is_true',
  'is_false',
  'is_empty',
  'is_not_empty',
  'is_null',
  'is_not_null',
  'key_equals',
  'key_not_equals',
  'key_contains',
] as const
export type FilterOperator = (typeof filterOperators)[number]

const negatives = new Set<FilterOperator>([
  'is_not',
  'not_in',
  'not_contains',
  'neq',
  'is_null',
  'is_empty',
  'is_false',
  'key_not_equals',
])

/** Whether an operator is the exact negation of another, also for requests without the field. */
export const isNegative = (operator: FilterOperator): boolean => negatives.has(operator)

/** Numeric comparisons; they also apply to numeric texts. */
export const numericOperators = ['gt', 'gte', 'lt', 'lte', 'between'] as const satisfies FilterOperator[]

/** Operators of each kind of field. Source: PromptLayer's documentation of the request search. */
export const operatorsOf = {
  string: ['is', 'is_not', 'in', 'not_in'],
  optional: ['is', 'is_not', 'in', 'not_in'],
  score: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'is_null', 'is_not_null'],
  score_value: [
    'key_equals',
    'key_not_equals',
    'in',
    'not_in',
    'is_empty',
    'is_not_empty',
    ...numericOperators,
  ],
  score_words: ['contains', 'not_contains'],
  text: ['contains', 'not_contains', 'starts_with', 'ends_with'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'between', 'is_null', 'is_not_null'],
  id: [
    'eq',
    'neq',
    'is',
    'is_not',
    'in',
    'not_in',
    'gt',
    'gte',
    'lt',
    'lte',
    'between',
    'is_null',
    'is_not_null',
  ],
  time: ['is', 'before', 'after', 'between'],
  boolean: ['is_true', 'is_false'],
  array: ['contains', 'not_contains', 'in', 'not_in', 'is_empty', 'is_not_empty'],
  nested: [
    'key_equals',
    'key_not_equals',
    'key_contains',
    'in',
    'not_in',
    'is_empty',
    'is_not_empty',
    ...numericOperators,
  ],
} as const satisfies Record<string, readonly FilterOperator[]>

export type FieldKind = keyof typeof operatorsOf

export type Field =
  | { readonly kind: 'score' | 'score_value' | 'score_words' }
  | { readonly kind: 'optional'; readonly field: OptionalField }
  | { readonly kind: 'string'; readonly field: ValueField }
  | { readonly kind: 'number' | 'id' | 'time'; readonly field: NumberField }
  /** Null: fields that the vendor computes with a model; Galley has no such values. */
  | { readonly kind: 'text'; readonly field: 'input_text' | 'output_text' | null }
  | { readonly kind: 'boolean'; readonly shape: 'json' | 'tool_call' | 'plain_text' }
  | { readonly kind: 'array'; readonly facet: FacetKind; readonly of: 'values' | 'keys' }
  | { readonly kind: 'nested'; readonly facet: FacetKind }

export const filterFields = {
  pl_id: { kind: 'id', field: 'pl_id' },
  prompt_id: { kind: 'id', field: 'prompt_id' },
  engine: { kind: 'string', field: 'engine' },
  provider_type: { kind: 'string', field: 'provider_type' },
  input_text: { kind: 'text', field: 'input_text' },
  output_text: { kind: 'text', field: 'output_text' },
  prompt_version_number: { kind: 'id', field: 'prompt_version_number' },
  input_tokens: { kind: 'number', field: 'input_tokens' },
  output_tokens: { kind: 'number', field: 'output_tokens' },
  cost: { kind: 'number', field: 'cost' },
  latency_ms: { kind: 'number', field: 'latency_ms' },
  time_to_first_token_ms: { kind: 'number', field: 'time_to_first_token_ms' },
  output_tokens_per_second: { kind: 'number', field: 'output_tokens_per_second' },
  attempts: { kind: 'number', field: 'attempts' },
  waited_ms: { kind: 'number', field: 'waited_ms' },
  request_start_time: { kind: 'time', field: 'request_start_time' },
  request_end_time: { kind: 'time', field: 'request_end_time' },
  status: { kind: 'string', field: 'status' },
  is_json: { kind: 'boolean', shape: 'json' },
  is_tool_call: { kind: 'boolean', shape: 'tool_call' },
  is_plain_text: { kind: 'boolean', shape: 'plain_text' },
  tags: { kind: 'array', facet: 'tags', of: 'values' },
  metadata_keys: { kind: 'array', facet: 'metadata', of: 'keys' },
  metadata: { kind: 'nested', facet: 'metadata' },
  tool_names: { kind: 'array', facet: 'tool_names', of: 'values' },
  output: { kind: 'nested', facet: 'output' },
  output_keys: { kind: 'array', facet: 'output', of: 'keys' },
  input_variables: { kind: 'nested', facet: 'input_variables' },
  input_variable_keys: { kind: 'array', facet: 'input_variables', of: 'keys' },
  // PromptLayer has these fields on its screens only, not in its API.
  error_type: { kind: 'optional', field: 'error_type' },
  prompt_label: { kind: 'optional', field: 'prompt_label' },
  source: { kind: 'string', field: 'source' },
  group_id: { kind: 'id', field: 'group_id' },
  score: { kind: 'score' },
  score_values: { kind: 'score_value' },
  score_text: { kind: 'score_words' },
  user_intent: { kind: 'text', field: null },
  agent_intent: { kind: 'text', field: null },
} as const satisfies Record<string, Field>

export type FilterField = keyof typeof filterFields

export const isFilterField = (name: unknown): name is FilterField =>
  typeof name === 'string' && Object.hasOwn(filterFields, name)
