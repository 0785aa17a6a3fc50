import {
  type FieldKind,
  type FilterField,
  type FilterOperator,
  filterFields,
  operatorsOf,
} from '../../../engine/search/fields.ts'
import { requestSources } from '../../../engine/search/sources.ts'
import { type Filter, type FilterValue, statuses } from './filters.ts'

type SuggestionSource =
  | 'engine'
  | 'provider_type'
  | 'prompt_id'
  | 'tags'
  | 'tool_names'
  | 'metadata_keys'
  | 'metadata_values'
  | 'output_keys'
  | 'output_values'
  | 'input_variable_keys'
  | 'input_variable_values'
  | 'score_names'
  | 'score_values'

/** The label and input of a search field. */
export interface ShownField {
  readonly field: FilterField
  readonly name: string
  readonly kind: FieldKind
  /** Where values from the log are suggested from; absent if there are no suggestions. */
  readonly values?: SuggestionSource
  readonly keys?: SuggestionSource
  readonly choices?: readonly string[]
  readonly example?: string
}

const errorTypes = [
  'PROVIDER_RATE_LIMIT',
  'PROVIDER_QUOTA_LIMIT',
  'PROVIDER_PARTIAL_RESPONSE',
  'VARIABLE_MISSING_OR_EMPTY',
  'PROVIDER_TIMEOUT',
  'PROVIDER_AUTH_ERROR',
  'PROVIDER_ERROR',
  'TEMPLATE_RENDER_ERROR',
  'UNKNOWN_ERROR',
]

const fieldsWithChoices: readonly Omit<ShownField, 'kind'>[] = [
  { field: 'status', name: 'Status', choices: statuses },
  { field: 'source', name: 'Source', choices: requestSources },
  { field: 'error_type', name: 'Error type', choices: errorTypes },
  { field: 'engine', name: 'Model', values: 'engine' },
  { field: 'provider_type', name: 'Provider', values: 'provider_type' },
  { field: 'prompt_id', name: 'Prompt ID', values: 'prompt_id' },
  { field: 'prompt_version_number', name: 'Prompt version', example: '3' },
  { field: 'prompt_label', name: 'Label', example: 'prod' },
  { field: 'tags', name: 'Tag', values: 'tags' },
  { field: 'metadata', name: 'Metadata', keys: 'metadata_keys', values: 'metadata_values' },
  { field: 'latency_ms', name: 'Latency', example: '5s or 800ms' },
  { field: 'time_to_first_token_ms', name: 'First token', example: '5s or 800ms' },
  { field: 'output_tokens_per_second', name: 'Speed', example: '50' },
  { field: 'attempts', name: 'Attempts', example: '2' },
  { field: 'waited_ms', name: 'Waiting', example: '5s or 800ms' },
  { field: 'cost', name: 'Cost', example: '0.05' },
  { field: 'score', name: 'Score', example: '50' },
  { field: 'score_values', name: 'Score value', keys: 'score_names', values: 'score_values' },
  { field: 'score_text', name: 'Score text or comment' },
  { field: 'input_tokens', name: 'Input tokens', example: '1000' },
  { field: 'output_tokens', name: 'Output tokens', example: '1000' },
  { field: 'request_start_time', name: 'Started', example: '2026-11-20 or 2026-11-20T10:00Z' },
  { field: 'group_id', name: 'Group', example: '7' },
  { field: 'tool_names', name: 'Tool called', values: 'tool_names' },
  {
    field: 'input_variables',
    name: 'Variable',
    keys: 'input_variable_keys',
    values: 'input_variable_values',
  },
  { field: 'output', name: 'JSON answer', keys: 'output_keys', values: 'output_values' },
  { field: 'input_text', name: 'Input text' },
  { field: 'output_text', name: 'Output text' },
  { field: 'is_json', name: 'Answer is JSON' },
  { field: 'is_tool_call', name: 'Answer is a tool call' },
  { field: 'pl_id', name: 'Request ID', example: '1234' },
]

export const shownFields: readonly ShownField[] = fieldsWithChoices.map((shownField) => ({
  ...shownField,
  kind: filterFields[shownField.field].kind,
}))

export const fieldNamed = (field: string): ShownField | undefined =>
  shownFields.find((candidate) => candidate.field === field)

const operatorNames: Readonly<Record<FilterOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  between: 'between',
  before: 'before',
  after: 'after',
  is_true: 'yes',
  is_false: 'no',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
  is_null: 'is not set',
  is_not_null: 'is set',
  key_equals: 'is',
  key_not_equals: 'is not',
  key_contains: 'contains',
}

/** Operators that the builder does not offer, for example comparisons of ids, which have no order. */
const hiddenOperators: Partial<Record<FieldKind, readonly FilterOperator[]>> = {
  id: ['is', 'is_not', 'gt', 'gte', 'lt', 'lte', 'between'],
  array: ['in', 'not_in'],
}

export const operatorsFor = ({ kind }: ShownField): readonly FilterOperator[] =>
  (operatorsOf[kind] as readonly FilterOperator[]).filter(
    (operator) => !hiddenOperators[kind]?.includes(operator),
  )

export const operatorName = (operator: string): string =>
  Object.hasOwn(operatorNames, operator) ? operatorNames[operator as FilterOperator] : operator

const withoutValue: ReadonlySet<string> = new Set([
  'is_true',
  'is_false',
  'is_empty',
  'is_not_empty',
  'is_null',
  'is_not_null',
])

export const takesValue = (operator: string): boolean => !withoutValue.has(operator)

const withSeveralValues: ReadonlySet<string> = new Set(['in', 'not_in', 'between'])

/** The typed value in the server's form; undefined if it is invalid. */
export function filterValueOf(
  { kind, field }: ShownField,
  operator: string,
  text: string,
): FilterValue | undefined {
  if (text.trim() === '') return undefined
  const isNumber = kind === 'number' || kind === 'id' || kind === 'score'
  const parse = (part: string): string | number | undefined => (isNumber ? numberIn(field, part) : part)
  if (!withSeveralValues.has(operator)) return parse(text.trim())
  const parts = text.split(/,|\.\.| to | and /).map((part) => part.trim())
  const values = parts.filter((part) => part !== '').map(parse)
  if (values.includes(undefined) || (operator === 'between' && values.length !== 2)) return undefined
  return values as (string | number)[]
}

const durations: readonly FilterField[] = ['latency_ms', 'time_to_first_token_ms', 'waited_ms']

function numberIn(field: FilterField, text: string): number | undefined {
  const match = durations.includes(field) ? /^([\d.]+)\s*(s|ms)$/.exec(text) : null
  const number = match ? Number(match[1]) * (match[2] === 's' ? 1000 : 1) : Number(text.replace(/^\$/, ''))
  return Number.isFinite(number) && text !== '' ? number : undefined
}

/** A filter in words: `status is ERROR`, `metadata customer is ada`. */
export function wordsOf({ field, operator, value, nested_key }: Filter): string {
  const shownField = fieldNamed(field)
  const parts = [
    shownField?.name ?? field,
    nested_key,
    operatorName(operator),
    valueText(field, operator, value),
  ]
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}

function valueText(field: FilterField, operator: string, value: FilterValue | undefined): string | undefined {
  if (value === undefined) return undefined
  const values = (Array.isArray(value) ? value : [value]) as readonly (string | number)[]
  return values.map((item) => singleText(field, item)).join(operator === 'between' ? ' and ' : ', ')
}

function singleText(field: FilterField, value: string | number): string {
  if (!durations.includes(field) || typeof value !== 'number') return String(value)
  return value >= 1000 ? `${value / 1000} s` : `${value} ms`
}
