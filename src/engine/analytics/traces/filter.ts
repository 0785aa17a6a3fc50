import { type Fields, ownField } from '../../json/fields.ts'
import {
  type FieldKind,
  type FilterLanguage,
  type FilterOperator,
  invalidFilter,
  isNegative,
  numberRange,
  operatorsOf,
  readFacetText,
  readGroup,
  readList,
  readText,
  scoreValueCondition,
  scoreWordsCondition,
  timeRange,
} from '../../search/index.ts'
import type { TraceExpression, TraceNumberField, TraceTest, TraceTextField } from './expression.ts'
import { traceMetricFields } from './fields.ts'

type Field =
  | { readonly kind: 'string'; readonly field: TraceTextField }
  /** A text that not every trace has. */
  | { readonly kind: 'optional'; readonly field: TraceTextField }
  | { readonly kind: 'number' | 'time'; readonly field: TraceNumberField }
  /** One value for each span of the trace. */
  | { readonly kind: 'array'; readonly field: TraceTextField | 'tags' }
  | { readonly kind: 'nested'; readonly field: 'metadata' }
  | { readonly kind: 'score' | 'score_value' | 'score_words' }

/** `tags` and `metadata` are those of the spans' requests. */
const fields: Readonly<Record<string, Field>> = {
  trace_id: { kind: 'string', field: 'trace_id' },
  trace_name: { kind: 'string', field: 'trace_name' },
  trace_status: { kind: 'string', field: 'trace_status' },
  trace_state: { kind: 'string', field: 'trace_state' },
  trace_session_id: { kind: 'optional', field: 'trace_session_id' },
  trace_user_id: { kind: 'optional', field: 'trace_user_id' },
  trace_error_count: { kind: 'number', field: 'trace_error_count' },
  trace_start_time: { kind: 'time', field: 'trace_start_time' },
  trace_models_used: { kind: 'array', field: 'span_model' },
  trace_prompt_ids: { kind: 'array', field: 'span_prompt_id' },
  trace_workflow_ids: { kind: 'array', field: 'span_workflow_id' },
  trace_tool_names: { kind: 'array', field: 'span_tool_name' },
  span_id: { kind: 'string', field: 'span_id' },
  span_name: { kind: 'string', field: 'span_name' },
  span_type: { kind: 'string', field: 'span_type' },
  span_kind: { kind: 'string', field: 'span_kind' },
  span_status: { kind: 'string', field: 'span_status' },
  span_tool_name: { kind: 'string', field: 'span_tool_name' },
  span_start_time: { kind: 'time', field: 'span_start_time' },
  ...Object.fromEntries(
    Object.keys(traceMetricFields).map((field) => [
      field,
      { kind: 'number', field: field as keyof typeof traceMetricFields } as const,
    ]),
  ),
  tags: { kind: 'array', field: 'tags' },
  metadata: { kind: 'nested', field: 'metadata' },
  scores: { kind: 'score' },
  score_values: { kind: 'score_value' },
  score_text: { kind: 'score_words' },
}
export const traceFilterFields = Object.keys(fields)

/** The operators of request searches, without the operators on full texts. */
const operators: Readonly<Record<Field['kind'], readonly FilterOperator[]>> = {
  string: operatorsOf.string,
  optional: [...operatorsOf.string, 'is_null', 'is_not_null'],
  number: operatorsOf.number,
  time: operatorsOf.time,
  array: operatorsOf.array,
  score: operatorsOf.score,
  score_value: operatorsOf.score_value,
  score_words: operatorsOf.score_words,
  nested: ['key_equals', 'key_not_equals', 'in', 'not_in', 'is_empty', 'is_not_empty'],
} satisfies Partial<Record<FieldKind, readonly FilterOperator[]>>

type Logic = 'AND' | 'OR' | 'SPAN_AND' | 'SPAN_OR'
/** Whether a test applies to any span of the trace, or to the one span of the enclosing group. */
type Scope = 'of_trace' | 'of_span'

const everything: TraceExpression = { type: 'all', of: [] }

const language: FilterLanguage<Logic, Scope, TraceExpression> = {
  logics: ['AND', 'OR', 'SPAN_AND', 'SPAN_OR'],
  everything,
  inside: (logic, scope) => (logic.startsWith('SPAN_') ? 'of_span' : scope),
  group(logic, of, scope) {
    const group: TraceExpression = { type: logic.endsWith('AND') ? 'all' : 'any', of }
    // Inside another SPAN_ group, the test already applies to the span of that group.
    return logic.startsWith('SPAN_') && scope === 'of_trace' ? someSpan(group) : group
  },
  filter: filterOf,
}

/** Parses a filter of traces. @throws Refusal 'bad_request' with the wrong path. */
export const parseTraceFilter = (group: unknown): TraceExpression => readGroup(language, group, 'of_trace')

const someSpan = (of: TraceExpression): TraceExpression => ({ type: 'some_span', of })

function filterOf(filter: Fields, path: string, scope: Scope): TraceExpression {
  const name = ownField(filter, 'field')
  if (typeof name !== 'string' || !Object.hasOwn(fields, name))
    throw invalidFilter(`${path}.field`, `must be one of ${traceFilterFields.join(', ')}`)
  const field = fields[name]!
  const operator = ownField(filter, 'operator') as FilterOperator
  if (!operators[field.kind].includes(operator))
    throw invalidFilter(`${path}.operator`, `must be one of ${operators[field.kind].join(', ')} for ${name}`)
  const test = testOf(field, operator, filter, path)
  const isOfSpan = name.startsWith('span_') || name === 'metadata' || name === 'tags'
  // List fields of a trace cover all its spans.
  const positive = field.kind === 'array' && !isOfSpan ? someSpan(test) : test
  const scoped = isOfSpan && scope === 'of_trace' ? someSpan(positive) : positive
  return isNegative(operator) ? { type: 'not', of: scoped } : scoped
}

function testOf(field: Field, operator: FilterOperator, filter: Fields, path: string): TraceTest {
  const condition = {
    operator,
    value: ownField(filter, 'value'),
    nestedKey: ownField(filter, 'nested_key'),
    path,
  }
  const isList = operator === 'in' || operator === 'not_in'
  const texts = (read: typeof readText) =>
    isList ? readList(condition.value, `${path}.value`, read) : [read(condition.value, `${path}.value`)]
  switch (field.kind) {
    case 'string':
      return { type: 'value', field: field.field, in: texts(readText) }
    case 'optional':
      return operator === 'is_null' || operator === 'is_not_null'
        ? { type: 'present', field: field.field }
        : { type: 'value', field: field.field, in: texts(readText) }
    case 'number':
      return operator === 'is_null' || operator === 'is_not_null'
        ? { type: 'present', field: field.field }
        : { type: 'number', field: field.field, range: numberRange(condition) }
    case 'score': {
      const name =
        condition.nestedKey == null || condition.nestedKey === ''
          ? null
          : readText(condition.nestedKey, `${path}.nested_key`)
      const isAny = operator === 'is_null' || operator === 'is_not_null'
      return { type: 'score', name, range: isAny ? null : numberRange(condition) }
    }
    case 'score_value':
      return scoreValueCondition(condition)
    case 'score_words':
      return scoreWordsCondition(condition)
    case 'time':
      return { type: 'number', field: field.field, range: timeRange(condition) }
    case 'array': {
      const isAny = operator === 'is_empty' || operator === 'is_not_empty'
      if (field.field === 'tags')
        return isAny
          ? { type: 'facet_any', kind: 'tags', key: null }
          : { type: 'facet', kind: 'tags', key: '', in: texts(readFacetText) }
      return isAny
        ? { type: 'present', field: field.field }
        : { type: 'value', field: field.field, in: texts(readText) }
    }
    case 'nested': {
      const keyPath = `${path}.nested_key`
      if (condition.nestedKey == null || condition.nestedKey === '')
        throw invalidFilter(keyPath, 'is needed for this field')
      const key = readFacetText(condition.nestedKey, keyPath)
      return operator === 'is_empty' || operator === 'is_not_empty'
        ? { type: 'facet_any', kind: 'metadata', key }
        : { type: 'facet', kind: 'metadata', key, in: texts(readFacetText) }
    }
  }
}
