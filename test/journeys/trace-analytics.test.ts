import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { chatValues, exportSpans, newTraceId, otlpSpan } from './support/otlp.ts'
import { log } from './support/requests.ts'
import { traceAnalyticsPath, traceChartOf } from './support/trace-analytics.ts'

describe('charts of traces', () => {
  const app = appOfSuite()

  const seeded = async () => {
    const { api } = await app.newWorkspace()
    const [slow, fast] = [newTraceId(), newTraceId()]
    const root = otlpSpan({ traceId: slow, name: 'answer', milliseconds: 4_000 })
    const tool = {
      'openinference.span.kind': 'TOOL',
      'tool.name': 'search',
    }
    await exportSpans(
      api,
      root,
      otlpSpan({ traceId: slow, parentSpanId: root.spanId, name: 'chat', values: chatValues }),
      otlpSpan({ traceId: slow, parentSpanId: root.spanId, values: tool, status: { code: 2 } }),
      otlpSpan({ traceId: fast, name: 'answer', milliseconds: 1_000, at: 86_400_000 }),
    )
    return { api, root }
  }
  const sums = (...metricFields: string[]) =>
    metricFields.map((metricField) => ({ key: metricField, label: metricField, metric: 'sum', metricField }))

  it('add up the largest prices', async () => {
    const { api } = await app.newWorkspace()
    const traceId = newTraceId()
    const values = { ...chatValues, 'gen_ai.usage.cost': 1e15 }
    await exportSpans(api, otlpSpan({ traceId, values }), otlpSpan({ traceId, values }))
    for (const metricField of ['trace_total_cost_usd', 'span_cost_usd']) {
      const { data } = await traceChartOf(api, { metric: 'sum', metricField })
      assert.deepEqual(data, [{ name: 'all', value: 2e15, value_unpriced: 0 }], metricField)
    }
  })

  it('do not include calls of unknown price, and give their number', async () => {
    const { api } = await app.newWorkspace()
    const [some, none] = [newTraceId(), newTraceId()]
    const unknown = { ...chatValues, 'gen_ai.request.model': 'our-own', 'gen_ai.response.model': 'our-own' }
    await exportSpans(
      api,
      otlpSpan({ traceId: some, values: { ...chatValues, 'gen_ai.usage.cost': 0.5 } }),
      otlpSpan({ traceId: some, values: unknown }),
      otlpSpan({ traceId: none, values: unknown }),
    )
    for (const [metricField, metric, value] of [
      ['trace_total_cost_usd', 'sum', 0.5],
      ['trace_total_cost_usd', 'avg', 0.5],
      ['span_cost_usd', 'avg', 0.5],
      ['span_cost_usd', 'min', 0.5],
    ] as const) {
      const { data } = await traceChartOf(api, { metric, metricField })
      assert.deepEqual(data, [{ name: 'all', value, value_unpriced: 2 }], `${metric} ${metricField}`)
    }
  })

  it('do not include calls for which no tokens were reported; nor do filters and exports', async () => {
    const { api, key } = await app.newWorkspace()
    const [some, none, noCall] = [newTraceId(), newTraceId(), newTraceId()]
    const unknown = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o-mini' }
    const counted = otlpSpan({ traceId: some, name: 'some', values: chatValues })
    await exportSpans(
      api,
      counted,
      otlpSpan({ traceId: some, parentSpanId: counted.spanId, values: unknown }),
      otlpSpan({ traceId: none, name: 'none', values: unknown }),
      otlpSpan({ traceId: noCall, name: 'no call' }),
    )
    for (const [metricField, metric, value] of [
      ['span_tokens', 'avg', 26],
      ['span_input_tokens', 'min', 21],
      ['trace_total_tokens', 'avg', 13],
      ['trace_output_tokens', 'max', 5],
      ['trace_total_tokens', 'sum', 26],
    ] as const) {
      const { data } = await traceChartOf(api, { metric, metricField })
      assert.deepEqual(data, [{ name: 'all', value }], `${metric} ${metricField}`)
    }
    const histogram = { chartType: 'histogram', histogramField: 'trace_total_tokens', histogramInterval: 10 }
    const { data } = await traceChartOf(api, histogram)
    assert.deepEqual(
      data.map((bucket: { from: number; value: number }) => [bucket.from, bucket.value]),
      [
        [0, 1],
        [20, 1],
      ],
    )
    const matches = async (field: string, operator: string, value?: number) => {
      const filter_group = { filters: [{ field, operator, value }] }
      const { body } = await api.post('/api/public/v2/traces/search', { filter_group })
      return body.items.map(({ name }: { name: string }) => name).toSorted()
    }
    assert.deepEqual(await matches('trace_total_tokens', 'lt', 10), ['no call'])
    assert.deepEqual(await matches('trace_input_tokens', 'is_null'), ['none'])
    assert.deepEqual(await matches('span_output_tokens', 'lt', 10), ['some'])
    const file = await fetch(`${app.baseUrl}/api/public/v2/traces/export`, {
      method: 'POST',
      headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
      body: '{}',
    })
    const rows = (await file.text()).trim().split('\n')
    assert.deepEqual(
      new Map(rows.map((row) => JSON.parse(row)).map((row) => [row.name, row.input_tokens])),
      new Map([
        ['some', 21],
        ['none', null],
        ['no call', 0],
      ]),
    )
  })

  it('of words count the newest 1,000 traces, and say so', async () => {
    const { api } = await app.newWorkspace()
    const asking = (text: string) => ({
      ...chatValues,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: text }] }]),
    })
    const traces = Array.from({ length: 1_001 }, () =>
      otlpSpan({ traceId: newTraceId(), values: asking('my parcel') }),
    )
    await exportSpans(
      api,
      ...traces.slice(0, 2),
      otlpSpan({ traceId: newTraceId(), values: asking('a refund') }),
    )
    const read = async () => {
      const customCharts = [{ id: 'count', chartType: 'bar', timeSeries: true, timeBucket: 'day' }]
      const { is_partial, customCharts: charts } = bodyOf(
        await api.post(traceAnalyticsPath, { q: 'parcel', customCharts }),
        200,
      )
      return [charts[0].data.map(({ value }: { value: number }) => value), is_partial]
    }
    assert.deepEqual(await read(), [[2], false])
    await exportSpans(api, ...traces.slice(2))
    assert.deepEqual(await read(), [[1_000], true])
  })

  it('treat impossible token counts as unknown', async () => {
    const { api } = await app.newWorkspace()
    const most = Number.MAX_SAFE_INTEGER
    const values = { ...chatValues, 'gen_ai.usage.input_tokens': most, 'gen_ai.usage.output_tokens': most }
    await exportSpans(api, otlpSpan({ traceId: newTraceId(), values }))
    for (const [metric, value] of [
      ['sum', 0],
      ['max', null],
      ['percentile', null],
    ] as const) {
      const { data } = await traceChartOf(api, { metric, metricField: 'span_tokens', percentile: 50 })
      assert.deepEqual(data, [{ name: 'all', value }], metric)
    }
  })

  it('have sums of duration, tokens, spans and depth, and counts by tool, model, name and type', async () => {
    const { api } = await seeded()
    const series = sums('trace_duration_ms', 'trace_total_tokens', 'trace_span_count', 'trace_depth')
    const drawn = await traceChartOf(api, { groupByField: 'trace_status', series })
    assert.deepEqual(drawn.data, [
      { name: 'ERROR', trace_duration_ms: 4, trace_total_tokens: 26, trace_span_count: 3, trace_depth: 2 },
      { name: 'UNSET', trace_duration_ms: 1, trace_total_tokens: 0, trace_span_count: 1, trace_depth: 1 },
    ])
    assert.deepEqual(drawn.series[0], {
      key: 'trace_duration_ms',
      label: 'trace_duration_ms',
      unit: 'duration_seconds',
    })
    const counted = async (groupByField: string) => (await traceChartOf(api, { groupByField })).data
    assert.deepEqual(await counted('trace_tool_names'), [{ name: 'search', value: 1 }])
    assert.deepEqual(await counted('trace_models_used'), [{ name: 'gpt-4o-mini', value: 1 }])
    assert.deepEqual(await counted('trace_name'), [{ name: 'answer', value: 2 }])
    assert.deepEqual(await counted('span_type'), [
      { name: 'step', value: 2 },
      { name: 'llm', value: 1 },
      { name: 'tool', value: 1 },
    ])
  })

  it('can be histograms, hierarchies, by two groups, and over time', async () => {
    const { api } = await seeded()
    const histogram = await traceChartOf(api, {
      chartType: 'histogram',
      histogramField: 'trace_duration_ms',
      histogramInterval: 1_500,
    })
    assert.deepEqual(histogram.data, [
      { name: '0', from: 0, to: 1_500, value: 1 },
      { name: '3000', from: 3_000, to: 4_500, value: 1 },
    ])
    const old = await app.newWorkspace()
    await exportSpans(old.api, otlpSpan({ traceId: newTraceId(), startTimeUnixNano: '1' }))
    const long = { histogramField: 'trace_duration_ms', histogramInterval: 1e-9 }
    assert.deepEqual(
      (await traceChartOf(old.api, long)).data.map(({ from }: { from: number }) => Math.round(from)),
      [1_795_168_801_250],
    )
    const chosen = await traceChartOf(api, { chartType: 'histogram', histogramField: 'span_duration_ms' })
    assert.deepEqual(
      chosen.data.map(({ from, value }: { from: number; value: number }) => [from, value]),
      [
        [1_000, 1],
        [1_200, 2],
        [4_000, 1],
      ],
    )
    const tree = await traceChartOf(api, {
      chartType: 'sunburst',
      hierarchyFields: ['span_type', 'span_status'],
    })
    assert.deepEqual(tree.data[0], { name: 'UNSET', path: ['step', 'UNSET'], value: 2 })
    const heat = await traceChartOf(api, {
      chartType: 'heatmap',
      groupByField: 'span_type',
      secondaryGroupByField: 'span_status',
    })
    assert.deepEqual(
      heat.series.map(({ label }: { label: string }) => label),
      ['UNSET', 'ERROR'],
    )
    assert.deepEqual(heat.data, [
      { name: 'step', group_1: 2 },
      { name: 'llm', group_1: 1 },
      { name: 'tool', group_2: 1 },
    ])
    const daily = await traceChartOf(api, { chartType: 'line', timeSeries: true, timeBucket: 'day' })
    assert.deepEqual(
      daily.data.map(({ value, dateLabel }: { value: number; dateLabel: string }) => [dateLabel, value]),
      [
        ['Nov 20', 1],
        ['Nov 21', 1],
      ],
    )
    const byMinutes = await traceChartOf(api, {
      chartType: 'line',
      timeSeries: true,
      timeBucket: '10 minutes',
    })
    assert.ok(byMinutes.data.every(({ date }: { date: string }) => /T\d\d:\d0:00$/.test(date)))
    const monthly = await traceChartOf(api, {
      chartType: 'area',
      timeSeries: true,
      timeBucket: 'month',
      groupByField: 'trace_status',
    })
    assert.deepEqual(monthly.data, [{ date: '2026-11-01', dateLabel: 'Nov 2026', group_1: 1, group_2: 1 }])
  })

  it('filter by SPAN_AND on one span, and by AND on any spans of a trace', async () => {
    const { api } = await seeded()
    const filters = [
      { field: 'span_type', operator: 'is', value: 'llm' },
      { field: 'span_status', operator: 'is', value: 'ERROR' },
    ]
    const count = async (logic: string) =>
      (await traceChartOf(api, {}, { filter_group: { logic, filters } })).data[0].value
    assert.deepEqual([await count('AND'), await count('SPAN_AND'), await count('SPAN_OR')], [1, 0, 1])
  })

  it('include a request that an SDK logged with the id of a span', async () => {
    const { api, root } = await seeded()
    await log(api, { input_tokens: 5, output_tokens: 2, tags: ['tracked'], span_id: root.spanId })
    const tracked = await api.post('/track-request', {
      function_name: 'openai.chat.completions.create',
      provider_type: 'openai',
      args: [],
      kwargs: { model: 'o3', messages: [{ role: 'user', content: 'Hi' }] },
      tags: ['tracked'],
      request_response: {
        choices: [{ message: { role: 'assistant', content: 'x' } }],
        usage: { prompt_tokens: 3, completion_tokens: 4 },
      },
      request_start_time: '2026-11-20T10:00:00Z',
      request_end_time: '2026-11-20T10:00:01Z',
      span_id: root.spanId,
    })
    assert.equal(tracked.status, 200, JSON.stringify(tracked.body))
    const filter_group = { filters: [{ field: 'tags', operator: 'contains', value: 'tracked' }] }
    const largest = async () => {
      const chart = { metric: 'max', metricField: 'trace_total_tokens' }
      return (await traceChartOf(api, chart, { filter_group })).data[0].value as number | null
    }
    // The server computes the sums of the trace again after the answer.
    while ((await largest()) !== 33) await sleep(20)
  })

  it('accept a hundred filters', async () => {
    const { api } = await seeded()
    const count = async (operator: string, field: object, logic = 'AND') => {
      const filters = Array.from({ length: 100 }, (_, index) => ({
        ...field,
        operator,
        value: `none ${index}`,
      }))
      return (await traceChartOf(api, {}, { filter_group: { logic, filters } })).data[0].value
    }
    const fields = [
      { field: 'span_name', yes: 'is', no: 'is_not' },
      { field: 'metadata', nested_key: 'a', yes: 'key_equals', no: 'key_not_equals' },
    ]
    for (const { yes, no, ...field } of fields) {
      assert.equal(await count(yes, field), 0)
      assert.equal(await count(no, field), 2)
      assert.equal(await count(yes, field, 'SPAN_OR'), 0)
    }
  })

  it('are empty for an empty workspace', async () => {
    const { api } = await app.newWorkspace()
    assert.deepEqual((await traceChartOf(api, {})).data, [{ name: 'all', value: 0 }])
    assert.deepEqual((await traceChartOf(api, { timeSeries: true, chartType: 'line' })).data, [])
    assert.deepEqual(
      (await traceChartOf(api, { chartType: 'histogram', histogramField: 'trace_depth' })).data,
      [],
    )
  })

  const wrong: readonly [string, object][] = [
    ['', { metric: 'sum', metricField: 'trace_depth', groupByField: 'span_name' }],
    ['timeSeries', { groupByField: 'span_name', timeSeries: true }],
    ['chartType', { chartType: 'line' }],
    ['chartType', { chartType: 'histogram' }],
    ['chartType', { chartType: 'treemap', timeSeries: true }],
    ['chartType', { chartType: 'heatmap', groupByField: 'span_name' }],
    ['metricField', { metric: 'sum' }],
    ['percentile', { metric: 'percentile', metricField: 'trace_depth' }],
    ['secondaryGroupByField', { secondaryGroupByField: 'span_name' }],
    ['hierarchyFields', { hierarchyFields: ['span_name', 'span_name'] }],
    ['histogramInterval', { histogramInterval: 3 }],
    ['histogramInterval', { histogramField: 'trace_depth', histogramInterval: 1e-300 }],
    [
      'series',
      {
        series: sums('trace_depth', 'trace_span_count'),
        groupByField: 'trace_name',
        secondaryGroupByField: 'trace_status',
      },
    ],
  ]
  for (const [path, chart] of wrong)
    it(`refuse a chart for ${path || 'its fields'}: ${JSON.stringify(chart).slice(0, 60)}`, async () => {
      const customCharts = [{ id: 'chart', chartType: 'bar', ...chart }]
      const { status, body } = await app.api.post(traceAnalyticsPath, { customCharts })
      assert.equal(status, 400)
      assert.ok(body.message.startsWith(`customCharts.0${path && `.${path}`}: `), body.message)
    })

  it('refuse invalid filters and shapes', async () => {
    const customCharts = [{ id: 'chart', chartType: 'bar' }]
    for (const [filter, place] of [
      [{ field: 'constructor', operator: 'is', value: 1 }, 'field'],
      [{ field: 'trace_depth', operator: 'contains', value: 1 }, 'operator'],
      [{ field: 'trace_depth', operator: 'gt', value: 'x' }, 'value'],
      [{ field: 'metadata', operator: 'key_equals', value: 'x' }, 'nested_key'],
    ] as const) {
      const filter_group = { logic: 'SPAN_OR', filters: [{ filters: [filter] }] }
      const { status, body } = await app.api.post(traceAnalyticsPath, { filter_group, customCharts })
      assert.equal(status, 400)
      assert.ok(body.message.startsWith(`filter_group.filters.0.filters.0.${place}: `), body.message)
    }
    const tooMany = Array.from({ length: 11 }, (_, index) => ({ id: `c${index}`, chartType: 'bar' }))
    for (const body of [
      {},
      { customCharts: [] },
      { customCharts: tooMany },
      { customCharts, filter_group: { logic: 'XOR', filters: [] } },
      { customCharts: [{ id: 'a', chartType: 'bar', groupByField: 'engine' }] },
      {
        customCharts: [
          { id: 'a', chartType: 'histogram', histogramField: 'trace_depth', histogramInterval: 0 },
        ],
      },
    ])
      assert.equal((await app.api.post(traceAnalyticsPath, body)).status, 422, JSON.stringify(body))
  })
})
