import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf } from '../kit/api.ts'
import { appOfSuite } from '../kit/app.ts'
import { until } from '../kit/until.ts'
import { chatValues, exportSpans, newSpanId, newTraceId, otlpSpan } from './support/otlp.ts'
import { aggregation } from './support/scorecards.ts'
import { tablesPath } from './support/tables.ts'

/**
 * The calls of the SDKs' `evaluate(...)` in their order, with the statuses that the SDKs accept and the
 * fields that they read. Tests of traces cover the spans and requests of a case.
 */
describe("the SDKs' evaluate", () => {
  const app = appOfSuite()

  const cases = [
    { input: 'two and two', expected: '4', output: '4' },
    { input: 'three and three', expected: '6', output: '7' },
    { input: 'fails', expected: '1', output: null },
  ]

  it('makes table, columns and scorecard, writes cases, scores them and reads every verdict', async () => {
    const { api } = app
    const name = 'arithmetic'
    assert.deepEqual(bodyOf(await api.get(`${tablesPath}?name=${name}&limit=100`)).data, [])
    const { table } = bodyOf(await api.post(tablesPath, { title: name }), 201)
    const sheets = bodyOf(await api.get(`${tablesPath}/${table.id}/sheets`)).data
    const path = `${tablesPath}/${table.id}/sheets/${sheets[0].id}`
    bodyOf(await api.patch(path, { title: 'run 1' }))

    const [first] = bodyOf(await api.get(`${path}/columns?include_system_columns=true`)).data
    const input = bodyOf(
      await api.patch(`${path}/columns/${first.id}`, { title: 'input', type: 'TEXT' }),
      200,
    ).column
    const create = async (title: string, type: string, config?: object, dependencies: object[] = []) =>
      bodyOf(await api.post(`${path}/columns`, { title, type, config, dependencies })).column
    const expected = await create('expected', 'TEXT')
    const output = await create('Output', 'TEXT')
    const trace = await create('Trace', 'TRACE')
    const length = await create('length', 'COUNT', { source: output.id, type: 'chars' }, [
      { column_id: output.id, reference_type: 'value', config_key: 'source', config_meta: null },
    ])

    const blank = bodyOf(await api.get(`${path}/rows?limit=100`)).data
    bodyOf(
      await api.delete(
        `${path}/rows`,
        {},
        { row_indices: blank.map((row: { row_index: number }) => row.row_index) },
      ),
      200,
    )

    const { scorecard } = bodyOf(
      await api.patch(`${path}/scorecard`, {
        name: 'evaluation',
        aggregation,
        evaluated_column_ids: [],
        steps: [
          {
            title: 'equals',
            primitive_type: 'COMPARE',
            primitive_config: { sources: [output.id, expected.id], comparison_type: { type: 'STRING' } },
            source_column_ids: [output.id, expected.id],
            required: true,
            thresholds: { pass: 0.8, warn: 0.6 },
          },
          {
            title: 'calls no tools',
            primitive_type: 'TRAJECTORY',
            primitive_config: { trace_source: trace.id, mode: 'strict', accepted_scenarios: [[]] },
            source_column_ids: [trace.id],
          },
          {
            title: 'length',
            primitive_type: 'COLUMN_AGGREGATE',
            primitive_config: { source: length.id, aggregation_type: 'average_value', score_mode: 'info' },
            source_column_ids: [length.id],
          },
        ],
      }),
      200,
    )
    const steps = scorecard.steps.map((step: { id: string }) => step.id)
    assert.equal(scorecard.status, 'ready')

    const indexes: number[] = []
    for (const testCase of cases) {
      const values = [{ [input.id]: testCase.input, [expected.id]: testCase.expected }]
      const added = bodyOf(await api.post(`${path}/rows`, { count: 1, values }), 201)
      const index = added.row_indices[0]
      const cells = added.rows[0].cells
      if (testCase.output !== null) {
        const body = { value: testCase.output, display_value: testCase.output }
        bodyOf(await api.patch(`${path}/cells/${cells[output.id].id}`, body))
        const spans = {
          trace_id: '0123456789abcdef0123456789abcdef',
          spans: [{ name: `Eval: ${name}`, start_time: 1 }],
        }
        bodyOf(await api.patch(`${path}/cells/${cells[trace.id].id}`, { value: spans }))
      }
      indexes.push(index)
    }
    const operation = { operation: 'recalculate', column_ids: [length.id], row_ids: indexes }
    const { operation_id } = bodyOf(await api.post(`${path}/operations`, operation), 202)
    await until(
      async () => bodyOf(await api.get(`${path}/operations/${operation_id}`)).operation.status,
      (status: string) => ['completed', 'failed', 'cancelled'].includes(status.toLowerCase()),
    )
    const counts = bodyOf(await api.get(`${path}/status-counts`))
    assert.deepEqual([counts.total_cells, counts.status_counts.COMPLETED], [cases.length, cases.length])

    const queued = await api.post(`${path}/scorecard/recalculate`, {})
    const { calculation_id, status } = bodyOf(queued, 202)
    assert.equal(status, 'queued')
    let latest: Record<string, unknown> = {}
    for (;;) {
      const polled = bodyOf(await api.get(`${path}/scorecard`))
      latest = polled.latest_calculation
      assert.ok(polled.progress.scored_rows <= polled.progress.total_rows)
      if (latest['id'] === calculation_id && latest['status'] === 'completed') break
      assert.ok(['queued', 'running'].includes(latest['status'] as string))
      await sleep(20)
    }
    assert.deepEqual([latest['aggregate_score'], latest['aggregate_verdict']], [0.75, 'fail'])

    const results = []
    for (const index of indexes) {
      const row = bodyOf(await api.get(`${path}/scorecard/rows/${index}`))
      const { verdict, raw_value, score, error_message } = row.step_results[steps[0]]
      results.push({
        verdict: row.aggregate_verdict,
        step: verdict,
        raw: raw_value,
        score,
        error: error_message !== null,
      })
      assert.equal(row.step_results[steps[1]].verdict, index === 2 ? 'skipped' : 'pass')
    }
    assert.deepEqual(
      results.map(({ verdict, step, score, error }) => [verdict, step, score, error]),
      [
        ['pass', 'pass', 1, false],
        ['fail', 'fail', 0, false],
        ['fail', 'skipped', null, true],
      ],
    )
    const read = bodyOf(await api.get(`${path}/rows?include_execution_metadata_aggregates=true`))
    assert.equal(read.data.length, cases.length)
    assert.ok(read.execution_metadata_aggregates)

    const tables = bodyOf(await api.get(`${tablesPath}?name=${name}&limit=100`)).data
    assert.deepEqual(
      tables.map((one: { id: string }) => one.id),
      [table.id],
    )
    const score = bodyOf(await api.get(`${path}/score`))
    assert.deepEqual(
      [score.score_type, score.scoring_type, score.score_configuration],
      ['scorecard', 'scorecard', null],
    )
    assert.deepEqual(score.details.aggregate_result, {
      scorecard_id: scorecard.id,
      scorecard_calculation_id: calculation_id,
      aggregate_score: 0.75,
      aggregate_verdict: 'fail',
    })
    const again = bodyOf(await api.post(`${path}/score`), 202)
    assert.deepEqual([again.score_source, again.status], ['scorecard', 'queued'])
    assert.notEqual(again.calculation_id, calculation_id)
  })

  it('runs a case inside a span, waits for its price, and puts the trace into the row that it scores', async () => {
    const { api } = app
    const { table } = bodyOf(await api.post(tablesPath, { title: 'traced' }), 201)
    const [sheet] = bodyOf(await api.get(`${tablesPath}/${table.id}/sheets`)).data
    const path = `${tablesPath}/${table.id}/sheets/${sheet.id}`
    const [first] = bodyOf(await api.get(`${path}/columns?include_system_columns=true`)).data
    bodyOf(await api.patch(`${path}/columns/${first.id}`, { title: 'input' }))
    const create = async (title: string, type: string) =>
      bodyOf(await api.post(`${path}/columns`, { title, type })).column
    const [expected, output, trace] = [
      await create('expected', 'TEXT'),
      await create('Output', 'TEXT'),
      await create('Trace', 'TRACE'),
    ]
    const [blank] = bodyOf(await api.get(`${path}/rows?limit=100`)).data
    bodyOf(await api.delete(`${path}/rows`, {}, { row_indices: [blank.row_index] }))
    const step = {
      title: 'calls no tools',
      primitive_type: 'TRAJECTORY',
      primitive_config: { trace_source: trace.id, mode: 'strict', accepted_scenarios: [[]] },
      source_column_ids: [trace.id],
    }
    bodyOf(await api.patch(`${path}/scorecard`, { name: 'evaluation', aggregation, steps: [step] }))

    const [traceId, spanId] = [newTraceId(), newSpanId()]
    const root = otlpSpan({ traceId, spanId, name: 'Eval: traced', milliseconds: 900 })
    const call = otlpSpan({ traceId, parentSpanId: spanId, name: 'chat', at: 50, values: chatValues })
    bodyOf(await exportSpans(api, root, call))
    const { spans } = bodyOf(await api.get(`/api/public/v2/traces/${traceId}`))
    const requestId = spans
      .map((span: { request_log_id?: number | null }) => span.request_log_id)
      .find((id: number | null | undefined) => id != null)
    assert.ok(bodyOf(await api.get(`/api/public/v2/requests/${requestId}`)).price > 0)

    const added = bodyOf(
      await api.post('/api/public/v2/dataset-versions/add-trace', {
        smart_table_id: table.id,
        sheet_id: sheet.id,
        trace_id: traceId,
        metadata: { input: 'say hello', expected: 'Hello, Ada.' },
      }),
      201,
    )
    assert.deepEqual([added.row_index, added.row.cells[expected.id].display_value], [0, 'Hello, Ada.'])
    const body = { value: 'Hello, Ada.', display_value: 'Hello, Ada.' }
    bodyOf(await api.patch(`${path}/cells/${added.row.cells[output.id].id}`, body))
    const { calculation_id } = bodyOf(await api.post(`${path}/scorecard/recalculate`, {}), 202)
    for (;;) {
      const { latest_calculation: latest } = bodyOf(await api.get(`${path}/scorecard`))
      assert.equal(latest.id, calculation_id)
      if (latest.status === 'completed') break
      await sleep(20)
    }
    const scored = bodyOf(await api.get(`${path}/scorecard/rows/${added.row_index}`))
    assert.equal(scored.aggregate_verdict, 'pass')
    const read = bodyOf(await api.get(`${path}/rows?include_execution_metadata_aggregates=true`))
    assert.ok(read.execution_metadata_aggregates.sheet.by_metric.price.sum > 0)
  })
})
