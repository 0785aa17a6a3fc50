import fc from 'fast-check'
import { chatValues, otlpSpan } from '../journeys/support/otlp.ts'

const names = ['answer', 'search', 'Ünï', "it's \\ '", '__proto__']
const tools = ['web', 'constructor']
const models = ['gpt-4o', 'o3', 'a model of ours']
const tags = ['a', 'b']
const people = ['ada', 'bob', 'Ünï']
const statuses = ['UNSET', 'OK', 'ERROR']
const day = 86_400_000
const days = 90

const step = fc.oneof(
  fc.record({ tool: fc.constantFrom(...tools), fails: fc.boolean() }),
  fc.record({
    model: fc.constantFrom(...models),
    tokens: fc.integer({ min: 0, max: 50 }),
    tags: fc.subarray(tags),
    plan: fc.option(fc.constantFrom('pro', 'free')),
  }),
)

/** A trace: a root span with children that call tools or models. */
export const traces = fc.record({
  name: fc.constantFrom(...names),
  status: fc.constantFrom(...statuses),
  at: fc.integer({ min: 0, max: days * day }),
  milliseconds: fc.option(fc.integer({ min: 0, max: 90_000 }), { freq: 8 }),
  session: fc.option(fc.constantFrom('s1', 's2', 'Ünï')),
  user: fc.option(fc.constantFrom(...people)),
  steps: fc.array(step, { maxLength: 4 }),
})

export type DrawnTrace = typeof traces extends fc.Arbitrary<infer T> ? T : never

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

/** The trace with a number as spans of OTLP. */
export function spansOf(
  { name, status, at, milliseconds, session, user, steps }: DrawnTrace,
  number: number,
) {
  const traceId = hex(number + 1, 32)
  const idOf = (position: number) => hex((number + 1) * 100 + position, 16)
  const root = otlpSpan({
    traceId,
    spanId: idOf(0),
    name,
    at,
    milliseconds,
    status: { code: statuses.indexOf(status) },
    values: {
      ...(session !== null && { 'session.id': session }),
      ...(user !== null && { 'user.id': user }),
    },
  })
  const children = steps.map((one, index) =>
    otlpSpan({
      traceId,
      spanId: idOf(index + 1),
      parentSpanId: idOf(0),
      at: at + index,
      milliseconds: 100,
      name: 'tool' in one ? `tool ${one.tool}` : 'chat',
      status: { code: 'tool' in one && one.fails ? 2 : 0 },
      values:
        'tool' in one
          ? { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': one.tool }
          : {
              ...chatValues,
              'gen_ai.request.model': one.model,
              'gen_ai.usage.input_tokens': one.tokens,
              'promptlayer.tags': one.tags,
              ...(one.plan !== null && { 'promptlayer.metadata.plan': one.plan }),
            },
    }),
  )
  return [root, ...children]
}

const start = 1_795_168_800_000
const time = fc.integer({ min: 0, max: days }).map((after) => new Date(start + after * day).toISOString())
const among = (field: string, values: readonly string[]) =>
  fc.oneof(
    fc.constantFrom(...values).map((value) => ({ field, operator: 'is', value })),
    fc.constantFrom(...values).map((value) => ({ field, operator: 'is_not', value })),
    fc.subarray([...values], { minLength: 1 }).map((value) => ({ field, operator: 'in', value })),
  )
const listed = (field: string, values: readonly string[]) =>
  fc
    .constantFrom('contains', 'not_contains')
    .chain((operator) => fc.constantFrom(...values).map((value) => ({ field, operator, value })))
const numbers = [
  'trace_duration_ms',
  'trace_total_cost_usd',
  'trace_total_tokens',
  'trace_input_tokens',
  'trace_output_tokens',
  'trace_span_count',
]

/** Filters that rows of traces answer. */
const filter = fc.oneof(
  among('trace_name', names),
  among('trace_status', statuses),
  among('trace_state', ['live', 'ended', 'closed']),
  among('span_name', ['tool web', 'chat', 'answer']),
  fc.constantFrom('trace_session_id', 'trace_user_id').chain((field) =>
    fc.oneof(
      among(field, ['s1', 'Ünï', 'ada']),
      fc.constantFrom('is_null', 'is_not_null').map((operator) => ({ field, operator })),
    ),
  ),
  listed('trace_models_used', models),
  listed('trace_tool_names', tools),
  listed('tags', tags),
  fc.constantFrom('is_empty', 'is_not_empty').map((operator) => ({ field: 'tags', operator })),
  fc.constantFrom('key_equals', 'key_not_equals').chain((operator) =>
    fc.constantFrom('pro', 'free', 'none').map((value) => ({
      field: 'metadata',
      nested_key: 'plan',
      operator,
      value,
    })),
  ),
  fc.constantFrom('is_empty', 'is_not_empty').map((operator) => ({
    field: 'metadata',
    nested_key: 'plan',
    operator,
  })),
  fc.record({
    field: fc.constantFrom(...numbers, 'trace_error_count'),
    operator: fc.constantFrom('gt', 'lte', 'eq', 'neq'),
    value: fc.constantFrom(0, 1, 2, 5, 40, 500, 30_000),
  }),
  fc.record({
    field: fc.constant('trace_start_time'),
    operator: fc.constantFrom('after', 'before'),
    value: time,
  }),
)

const filterGroup = fc.record({
  logic: fc.constantFrom('AND', 'OR'),
  filters: fc.array(filter, { maxLength: 2 }),
})
const order = fc.constantFrom('asc', 'desc')

const groups = ['trace_status', 'trace_name']
const measure = fc.oneof(
  fc.constant({ metric: 'count' }),
  fc.record({
    metric: fc.constantFrom('sum', 'avg', 'min', 'max'),
    metricField: fc.constantFrom(...numbers),
  }),
  fc.record({
    metric: fc.constant('percentile'),
    percentile: fc.constantFrom(50, 95),
    metricField: fc.constantFrom(...numbers),
  }),
)
const shape = fc.oneof(
  fc.constant({ chartType: 'bar' }),
  fc.constantFrom(...groups).map((groupByField) => ({ chartType: 'bar', groupByField })),
  fc.record({
    chartType: fc.constant('line'),
    timeSeries: fc.constant(true),
    timeBucket: fc.constantFrom('auto', 'day', 'week', 'month'),
  }),
  fc.constant({ chartType: 'heatmap', groupByField: 'trace_status', secondaryGroupByField: 'trace_name' }),
  fc.constant({ chartType: 'treemap', hierarchyFields: groups }),
  fc.constantFrom(...numbers).map((histogramField) => ({ chartType: 'histogram', histogramField })),
)
const charts = fc
  .array(
    fc.tuple(measure, shape).map(([measured, shaped]) => ({
      id: 'one',
      ...('histogramField' in shaped ? { metric: 'count' } : measured),
      ...shaped,
    })),
    { minLength: 1, maxLength: 2 },
  )
  .map((customCharts) => customCharts.map((chart, index) => ({ ...chart, id: `chart-${index}` })))

const facets = [
  ...['trace_status', 'trace_name', 'span_name', 'trace_models_used', 'trace_tool_names'],
  ...['trace_session_id', 'trace_user_id', 'metadata_keys', 'tags', 'score_names'],
].map((field) => ({ field }))

/** A call of a list or chart that rows of traces answer. */
export const traceQuestion = fc.oneof(
  fc
    .record({
      filter_group: filterGroup,
      sort_by: fc.constantFrom(
        'trace_start_time',
        'trace_duration_ms',
        'trace_total_cost_usd',
        'trace_total_tokens',
      ),
      sort_order: order,
      per_page: fc.constantFrom(5, 50),
    })
    .map((body) => ({ path: '/traces/search', body })),
  fc
    .record({
      filter_group: filterGroup,
      sort_by: fc.constantFrom('trace_count', 'error_count', 'cost', 'tokens', 'duration_ms'),
      sort_order: order,
    })
    .chain((body) => fc.constantFrom('/sessions/search', '/users/search').map((path) => ({ path, body }))),
  filterGroup.map((filter_group) => ({
    path: '/traces/facets',
    body: { filter_group, facets: [...facets, { field: 'metadata', nested_key: 'plan' }], limit: 20 },
  })),
  fc
    .record({
      filter_group: filterGroup,
      customCharts: charts,
      time_zone: fc.constantFrom('UTC', 'Asia/Kolkata'),
    })
    .map((body) => ({ path: '/traces/analytics/custom-analytics', body })),
)
