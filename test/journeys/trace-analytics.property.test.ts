import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { metrics } from '../../src/engine/analytics/index.ts'
import {
  parseTraceCharts,
  parseTraceFilter,
  traceGroupFields,
  traceMetricFields,
} from '../../src/engine/analytics/traces/index.ts'
import { appOfSuite } from '../kit/app.ts'
import { exportSpans, otlpSpan } from './support/otlp.ts'
import {
  type Counted,
  computeMeasure,
  countedIn,
  namesOf,
  type PlainSpan,
  type PlainTrace,
  passes,
  traceChartOf,
  traceValue,
} from './support/trace-analytics.ts'

const seed = Number(process.env['GALLEY_TEST_SEED'] ?? 42)
/** The spans begin within 60 days after this time. The server replaces times in the future by the time of arrival. */
const start = Date.UTC(2026, 6, 21, 10)
const day = 86_400_000

const names = ['answer', 'search', 'Ünï', '__proto__']
const tools = ['web', 'constructor']
const models = ['gpt-4o', 'o3']
const tags = ['a', 'b']

const request = fc.record({
  model: fc.constantFrom(...models),
  cost: fc.constantFrom(0, 0.25, 1.5),
  input: fc.integer({ min: 0, max: 50 }),
  output: fc.integer({ min: 0, max: 9 }),
  tags: fc.subarray(tags),
  metadata: fc.constantFrom({}, { customer: 'ada' }, { customer: 'bob' }),
})
const span = fc.record({
  /** The index of the parent span; most spans have no parent. */
  parent: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 4 }),
  name: fc.constantFrom(...names),
  kind: fc.constantFrom('INTERNAL', 'SERVER', 'CLIENT'),
  status: fc.constantFrom('UNSET', 'UNSET', 'OK', 'ERROR'),
  start: fc.integer({ min: 0, max: 60 * day }),
  duration: fc.option(fc.integer({ min: 0, max: 90_000 }), { freq: 8 }),
  what: fc.oneof(
    fc.constant({}),
    request.map((request) => ({ request })),
    fc.constantFrom(...tools).map((tool) => ({ tool })),
    fc.constantFrom('7', '12').map((workflow) => ({ workflow })),
  ),
})
const trace = fc.array(span, { minLength: 1, maxLength: 7 })

type GeneratedSpans = typeof trace extends fc.Arbitrary<infer T> ? T : never

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
const kinds = ['INTERNAL', 'SERVER', 'CLIENT']
const statuses = ['UNSET', 'OK', 'ERROR']

function plainTrace(spans: GeneratedSpans, index: number): PlainTrace {
  const idOf = (position: number) => hex((index + 1) * 100 + position, 16)
  return {
    id: hex(index + 1, 32),
    scores: [
      ...(index % 2 === 0 ? [{ of: 'trace' as const, name: 'resolved', value: index % 4 === 0 }] : []),
      ...(index % 3 === 0
        ? [
            {
              of: index % 2 === 0 ? ('span' as const) : ('trace' as const),
              name: 'topic',
              value: ['refund', 'yes'][index & 1]!,
            },
          ]
        : []),
      ...(index % 5 === 0 ? [{ of: 'trace' as const, name: 'share', value: index / 40 }] : []),
    ],
    spans: spans.map(({ parent, duration, what, ...rest }, position): PlainSpan => {
      const { request, tool, workflow } = {
        request: null,
        tool: null,
        workflow: null,
        ...what,
      } as { request: PlainSpan['request']; tool: string | null; workflow: string | null }
      return {
        ...rest,
        id: idOf(position),
        parent: parent === null ? null : idOf(parent),
        start: start + rest.start,
        end: duration === null ? null : start + rest.start + duration,
        type: request ? 'llm' : tool ? 'tool' : workflow ? 'workflow' : 'step',
        toolName: tool,
        workflowId: workflow,
        request,
      }
    }),
  }
}

const otlpOf = (traceId: string, one: PlainSpan) =>
  otlpSpan({
    traceId,
    spanId: one.id,
    ...(one.parent !== null && { parentSpanId: one.parent }),
    name: one.name,
    kind: kinds.indexOf(one.kind) + 1,
    status: { code: statuses.indexOf(one.status) },
    startTimeUnixNano: `${one.start}000000`,
    endTimeUnixNano: one.end === null ? '0' : `${one.end}000000`,
    values: {
      ...(one.toolName !== null && {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': one.toolName,
      }),
      ...(one.workflowId !== null && { 'galley.workflow.id': one.workflowId }),
      ...(one.request && {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': one.request.model,
        'gen_ai.usage.input_tokens': one.request.input,
        'gen_ai.usage.output_tokens': one.request.output,
        'gen_ai.usage.cost': one.request.cost,
        'promptlayer.tags': one.request.tags,
        ...Object.fromEntries(
          Object.entries(one.request.metadata).map(([key, value]) => [`promptlayer.metadata.${key}`, value]),
        ),
      }),
    },
  })

const iso = fc.integer({ min: 0, max: 60 }).map((days) => new Date(start + days * day).toISOString())
const number = fc.constantFrom(0, 1, 2, 5, 40, 500, 30_000)
const texts: Readonly<Record<string, readonly string[]>> = {
  trace_name: names,
  span_name: names,
  trace_status: statuses,
  span_status: statuses,
  span_kind: kinds,
  span_type: ['llm', 'tool', 'step'],
  span_tool_name: tools,
  trace_id: [hex(1, 32), hex(2, 32)],
}
const lists: Readonly<Record<string, readonly string[]>> = {
  trace_models_used: models,
  trace_workflow_ids: ['7', '12'],
  trace_tool_names: tools,
  tags,
}
const scoreValue = fc.constantFrom<unknown>('yes', 'no', true, false, 'refund', 'absent')
const scoreFilter = (operator: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>) =>
  fc.record({
    field: fc.constant('score_values'),
    nested_key: fc.constantFrom('resolved', 'topic', 'share'),
    operator,
    value,
  })
const test = fc.oneof(
  fc.constantFrom(...Object.entries(texts)).chain(([field, values]) =>
    fc.oneof(
      fc.record({
        field: fc.constant(field),
        operator: fc.constantFrom('is', 'is_not'),
        value: fc.constantFrom(...values),
      }),
      fc.record({
        field: fc.constant(field),
        operator: fc.constantFrom('in', 'not_in'),
        value: fc.subarray([...values], { minLength: 1 }),
      }),
    ),
  ),
  fc.constantFrom(...Object.entries(lists)).chain(([field, values]) =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom('contains', 'not_contains', 'is_empty', 'is_not_empty'),
      value: fc.constantFrom(...values),
    }),
  ),
  fc.record({
    field: fc.constantFrom(...Object.keys(traceMetricFields)),
    operator: fc.constantFrom('gt', 'gte', 'lt', 'lte', 'eq', 'neq', 'is_null', 'is_not_null'),
    value: number,
  }),
  fc.record({
    field: fc.constantFrom('trace_start_time', 'span_start_time'),
    operator: fc.constantFrom('before', 'after'),
    value: iso,
  }),
  fc.record({
    field: fc.constant('metadata'),
    nested_key: fc.constantFrom('customer', 'constructor'),
    operator: fc.constantFrom('key_equals', 'key_not_equals', 'is_empty', 'is_not_empty'),
    value: fc.constantFrom('ada', 'bob'),
  }),
  scoreFilter(fc.constantFrom('key_equals', 'key_not_equals'), scoreValue),
  scoreFilter(fc.constantFrom('in', 'not_in'), fc.array(scoreValue, { minLength: 1, maxLength: 3 })),
  scoreFilter(fc.constantFrom('gt', 'gte', 'lt', 'lte'), fc.constantFrom(0, 0.5, 1)),
  scoreFilter(fc.constantFrom('is_empty', 'is_not_empty'), fc.constant('')),
)
const filter = fc.letrec<{ group: object; part: object }>((tie) => ({
  part: fc.oneof({ depthSize: 'small' }, test, tie('group')),
  group: fc.record({
    logic: fc.constantFrom('AND', 'OR', 'SPAN_AND', 'SPAN_OR'),
    filters: fc.array(tie('part'), { maxLength: 3 }),
  }),
})).group

const level = fc.constantFrom('trace', 'span')
const chart = level.chain((level) => {
  const numbers = Object.keys(traceMetricFields).filter((field) => field.startsWith(level))
  const groups = traceGroupFields.filter((field) => field.startsWith(level))
  const measure = fc.record({
    metric: fc.constantFrom(...metrics.filter((metric) => metric !== 'count')),
    metricField: fc.constantFrom(...numbers),
    percentile: fc.constantFrom(0, 50, 95, 100),
  })
  const named = fc.constantFrom('resolved', 'topic', 'share', 'absent')
  const scoreMeasure = fc.record({
    metric: fc.constantFrom(...metrics.filter((metric) => metric !== 'count')),
    metricField: fc.constant('score'),
    scoreName: named,
    scoreValue: fc.constantFrom(undefined, 'yes', 'refund'),
    percentile: fc.constantFrom(0, 50, 95, 100),
  })
  const group = fc.constantFrom(...groups)
  const shape = fc.oneof(
    fc.constant({}),
    group.map((groupByField) => ({ groupByField })),
    fc
      .uniqueArray(group, { minLength: 2, maxLength: 2 })
      .map(([groupByField, secondaryGroupByField]) => ({ groupByField, secondaryGroupByField })),
    fc.uniqueArray(group, { minLength: 2, maxLength: 3 }).map((hierarchyFields) => ({ hierarchyFields })),
    fc
      .tuple(fc.constantFrom(...numbers), fc.constantFrom(1, 10, 25_000))
      .map(([histogramField, histogramInterval]) => ({ histogramField, histogramInterval })),
    ...(level === 'span'
      ? []
      : [
          fc
            .tuple(fc.option(group, { nil: undefined }), fc.constantFrom('day', 'week', 'month'))
            .map(([groupByField, timeBucket]) => ({
              timeSeries: true,
              timeBucket,
              ...(groupByField && { groupByField }),
            })),
        ]),
  )
  return fc
    .tuple(fc.oneof(measure, ...(level === 'trace' ? [scoreMeasure] : []), fc.constant({})), shape)
    .map(([of, shape]) => ({ id: 'chart', chartType: 'bar' as const, ...of, ...shape, limit: 100 }))
})

const isClose = (actual: unknown, expected: unknown) =>
  actual === expected ||
  (typeof actual === 'number' &&
    typeof expected === 'number' &&
    Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)))

describe('charts of traces', () => {
  const app = appOfSuite()
  let traces: PlainTrace[] = []
  before(async () => {
    traces = fc.sample(trace, { numRuns: 40, seed: 5 }).map(plainTrace)
    for (const { id, spans } of traces)
      assert.equal((await exportSpans(app.api, ...spans.map((span) => otlpOf(id, span)))).status, 200)
    for (const { id, spans, scores } of traces)
      for (const { of, ...score } of scores) {
        const spanSubject = { subject_type: 'span', subject_id: spans[0]!.id, trace_id: id }
        const subject = of === 'trace' ? { subject_type: 'trace', subject_id: id } : spanSubject
        const { status } = await app.api.post('/api/public/v2/scores', { ...subject, ...score })
        assert.equal(status, 201)
      }
    const stranger = await app.newWorkspace()
    const [theirs] = traces
    await exportSpans(stranger.api, ...theirs!.spans.map((span) => otlpOf(theirs!.id, span)))
  })

  it('equal those of a linear scan of the traces', async () => {
    let values = 0
    let matchCount = 0
    await fc.assert(
      fc.asyncProperty(filter, chart, async (filter_group, spec) => {
        const [parsed] = parseTraceCharts([spec as never])
        const { shape, measures } = parsed!
        const own = traces.filter((trace) => passes(trace, parseTraceFilter(filter_group)))
        matchCount += own.length
        const counted = countedIn(own, parsed!.level as 'trace' | 'span')
        const drawn = await traceChartOf(app.api, spec, { filter_group })
        const same = (actual: unknown, members: readonly Counted[], title: string) => {
          const expected = computeMeasure(members, measures[0]!)
          assert.ok(isClose(actual, expected), `${title}: ${actual} is not ${expected}`)
          values++
        }
        const groupsOf = (fields: readonly (typeof traceGroupFields)[number][]) => {
          const groups = new Map<string, Counted[]>()
          for (const each of counted) {
            let paths: string[][] = [[]]
            for (const field of fields)
              paths = paths.flatMap((path) => namesOf(each, field).map((name) => [...path, name]))
            for (const path of paths)
              groups.set(JSON.stringify(path), [...(groups.get(JSON.stringify(path)) ?? []), each])
          }
          return groups
        }
        switch (shape.by) {
          case 'nothing':
            assert.equal(drawn.data.length, 1)
            same(drawn.data[0].value, counted, 'all')
            break
          case 'group': {
            const groups = groupsOf([shape.field])
            assert.equal(drawn.data.length, groups.size)
            for (const row of drawn.data) same(row.value, groups.get(JSON.stringify([row.name]))!, row.name)
            break
          }
          case 'two_groups': {
            const groups = groupsOf(shape.fields)
            let shown = 0
            for (const row of drawn.data)
              for (const { key, label } of drawn.series)
                if (Object.hasOwn(row, key) && row[key] !== null) {
                  same(row[key], groups.get(JSON.stringify([row.name, label]))!, `${row.name} ${label}`)
                  shown++
                }
            const expected = [...groups.values()].filter(
              (each) => computeMeasure(each, measures[0]!) !== null,
            )
            assert.equal(shown, expected.length)
            break
          }
          case 'hierarchy': {
            const groups = groupsOf(shape.fields)
            assert.equal(drawn.data.length, Math.min(100, groups.size))
            for (const row of drawn.data)
              same(row.value, groups.get(JSON.stringify(row.path))!, row.path.join('/'))
            break
          }
          case 'value': {
            const buckets = Map.groupBy(
              counted.flatMap((each) => {
                const value = computeMeasure([each], {
                  ...measures[0]!,
                  metric: 'max',
                  field: shape.field,
                  unit: 'number',
                })
                return value === null ? [] : [{ each, value: Number(value) }]
              }),
              ({ value }) => Math.floor(value / shape.interval!),
            )
            const expected = [...buckets.values()].filter(
              (members) =>
                measures[0]!.metric !== 'percentile' ||
                computeMeasure(
                  members.map(({ each }) => each),
                  measures[0]!,
                ) !== null,
            )
            assert.equal(drawn.data.length, expected.length)
            for (const row of drawn.data) {
              const members = buckets.get(row.from / shape.interval!)!
              same(
                row.value,
                members.map(({ each }) => each),
                row.name,
              )
            }
            break
          }
          case 'time': {
            const dateOf = (one: Counted) => {
              const date = new Date(Number(traceValue(one.trace, 'trace_start_time')))
              if (shape.bucket === 'month') date.setUTCDate(1)
              if (shape.bucket === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
              return date.toISOString().slice(0, 10)
            }
            const groups = shape.field ? groupsOf([shape.field]) : new Map([['', counted]])
            for (const { key, label } of drawn.series) {
              const byDate = Map.groupBy(groups.get(shape.field ? JSON.stringify([label]) : '')!, dateOf)
              for (const row of drawn.data)
                if (Object.hasOwn(row, key))
                  same(row[key], byDate.get(row.date) ?? [], `${label} ${row.date}`)
              for (const date of byDate.keys())
                assert.ok(
                  drawn.data.some((row: { date: string }) => row.date === date) ||
                    measures[0]!.metric === 'percentile',
                )
            }
            break
          }
        }
      }),
      { numRuns: 300, seed },
    )
    assert.ok(values > 500, `${values} values were compared`)
    assert.ok(matchCount > 1000, `the filters found ${matchCount} traces`)
  })
})
